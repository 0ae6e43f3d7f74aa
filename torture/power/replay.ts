import { closeSync, cpSync, existsSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../random.ts'
import type { Recording, Step } from './recording.ts'

/** Sector size of a disk: a longer write may be incomplete. */
const SECTOR = 4096
const COUNTER = 'records.sqlite-generation'

/** A data folder after a loss of power. */
export interface StateAfterLoss {
  what: string
  /** Sessions whose responses were sent before. */
  acknowledged: string[]
  /** Number of these sessions that the commit counter includes. Its file is not synced either. */
  counted: number
}

/**
 * Creates the folder after a loss of power: all synced writes, and for each file a random selection
 * of later writes.
 */
export function replay(
  { before, steps }: Recording,
  folder: string,
  random: Random,
): StateAfterLoss {
  cpSync(before, folder, { recursive: true })
  rmSync(join(folder, 'data', 'records.sqlite-shm'), { force: true })
  const end = random.below(steps.length + 1)
  const done = steps.slice(0, end)
  const synced = new Map<string, number>()
  for (const [i, step] of done.entries()) if (step.kind === 'sync') synced.set(step.file, i)
  const lost = random.pick(['all', 'the last', 'some'] as const)
  const kept = lost === 'the last' ? random.below(end + 1) : end
  let counted = 0
  let responses = 0
  for (const [i, step] of done.entries()) {
    if (step.kind === 'response') responses++
    if (step.kind !== 'write' && step.kind !== 'truncate') continue
    const isOnDisk = i < (synced.get(step.file) ?? -1)
    if (isOnDisk || (lost === 'the last' && i < kept) || (lost === 'some' && random.chance(0.7))) {
      apply(join(folder, 'data'), step, isOnDisk ? undefined : random)
      if (step.file === COUNTER) counted = responses
    }
  }
  return {
    what: `a loss of power after step ${end} of ${steps.length}, which lost ${lost} of the unsynced writes`,
    counted,
    acknowledged: done.flatMap((step) => (step.kind === 'response' ? [step.session] : [])),
  }
}

function apply(data: string, step: Step & { file: string }, random: Random | undefined): void {
  const path = join(data, step.file)
  const file = openSync(path, existsSync(path) ? 'r+' : 'w+')
  try {
    if (step.kind === 'truncate') ftruncateSync(file, step.size)
    if (step.kind !== 'write') return
    const torn = random?.chance(0.05) && step.bytes.length > SECTOR
    const bytes = torn ? step.bytes.subarray(0, SECTOR) : step.bytes
    writeSync(file, bytes, 0, bytes.length, step.at)
  } finally {
    closeSync(file)
  }
}
