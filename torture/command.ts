/** `npm run torture`: see README.md. */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Part } from './part.ts'
import type { Report } from './run.ts'
import { PARTS } from './parts.ts'
import { Run } from './run.ts'
import { applyFault } from './self-test/faults.ts'
import { type Store, STORES, storeNamed } from './stores.ts'
import { table } from './table.ts'

const MINUTES = 20
const QUICK_MINUTES = 1.7

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true, default: [] },
    store: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string' },
    case: { type: 'string' },
    fault: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function number(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new Error(`--${flag} takes a number, got ${text}.`)
}

function chosenParts(): readonly Part[] {
  for (const name of values.part) {
    if (!PARTS.some((part) => part.name === name))
      throw new Error(
        `There is no part ${name}. Choose of: ${PARTS.map((part) => part.name).join(', ')}.`,
      )
  }
  if (values.part.length > 0) return PARTS.filter(({ name }) => values.part.includes(name))
  return values.quick ? PARTS.filter(({ quick }) => quick) : PARTS
}

/** Without `--store`: what must survive is kept in a folder, all else in memory. */
function storesOf(part: Part): readonly Store[] {
  if (values.store.length === 0) return [storeNamed(part.durable ? 'folder' : 'memory')]
  return values.store.map(storeNamed).filter(({ durable }) => durable || !part.durable)
}

async function torture(): Promise<number> {
  if (values.help || values.list) {
    console.log(
      'npm run torture -- [--quick] [--part NAME]... [--store NAME]... [--seed N] [--minutes N] [--case N]\n',
    )
    for (const { name, promise, quick } of PARTS)
      console.log(`${name.padEnd(16)}${quick ? 'quick  ' : '       '}${promise}`)
    console.log(`\nstores: ${STORES.map(({ name }) => name).join(', ')}`)
    return 0
  }
  if (values.fault !== undefined) applyFault(values.fault)
  const seed = number('seed', values.seed)
  const minutes = number(
    'minutes',
    values.minutes ?? String(values.quick ? QUICK_MINUTES : MINUTES),
  )
  const only = values.case === undefined ? undefined : number('case', values.case)
  const runs = chosenParts().flatMap((part) => storesOf(part).map((store) => ({ part, store })))
  if (runs.length === 0) throw new Error('No part can run on this store: its records do not last.')
  const shares = runs.reduce((sum, { part }) => sum + part.share, 0)
  const reports: Report[] = []
  for (const { part, store } of runs) {
    const run = new Run({ part, store, seed, seconds: (minutes * 60 * part.share) / shares, only })
    try {
      await part.run(run)
    } catch (error) {
      run.fail(-1, `The part ended early: ${(error as Error).stack}`)
    }
    const report = await run.close()
    console.log(JSON.stringify(report))
    reports.push(report)
  }
  const [processor] = cpus()
  console.log(
    `\n${table(reports)}\n\nseed ${seed}, Node.js ${process.version}, ${cpus().length} x ${processor?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  )
  for (const { part, findings } of reports)
    for (const { problem, command } of findings) console.log(`\n${part}: ${problem}\n  ${command}`)
  return reports.some(({ findings }) => findings.length > 0) ? 1 : 0
}

try {
  process.exitCode = await torture()
} catch (error) {
  console.error(`torture: ${(error as Error).message}`)
  process.exitCode = 2
}
