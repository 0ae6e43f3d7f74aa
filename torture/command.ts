/** `npm run torture`: see README.md. */
import { constants, cpus, totalmem } from 'node:os'
import { scriptArguments } from '../spec/script-arguments.ts'
import { didYouMean } from '../spec/similar-names.ts'
import type { Part } from './part.ts'
import type { Report } from './run.ts'
import { PARTS } from './parts.ts'
import { Run } from './run.ts'
import { applyFault } from './self-test/faults.ts'
import { type Store, STORES, closeStores, postgresServer, storeNamed } from './stores.ts'
import { table } from './table.ts'

const MINUTES = 20
const QUICK_MINUTES = 1.7

const { values } = scriptArguments(import.meta.filename, {
  options: {
    quick: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true, default: [] },
    store: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string' },
    full: { type: 'boolean', default: false },
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
  const names = PARTS.map(({ name }) => name)
  for (const asked of values.part) {
    if (!PARTS.some(({ name }) => isNamed(name, asked)))
      throw new Error(
        `Unknown part ${asked}.${didYouMean(asked, names)} Choose one of: ${names.join(', ')}.`,
      )
  }
  if (values.part.length > 0)
    return PARTS.filter(({ name }) => values.part.some((asked) => isNamed(name, asked)))
  return values.quick ? PARTS.filter(({ quick }) => quick) : PARTS
}

/** `replicas` selects all parts whose name begins with `replicas-`. */
const isNamed = (name: string, asked: string): boolean =>
  name === asked || name.startsWith(`${asked}-`)

/** Without `--store`, each part uses the first store of its list. */
function storesOf({ stores = STORES.map(({ name }) => name) }: Part): readonly Store[] {
  if (values.store.length === 0) return [storeNamed(stores[0]!)]
  return values.store.map(storeNamed).filter(({ name }) => stores.includes(name))
}

async function torture(): Promise<number> {
  if (values.help || values.list) {
    console.log(
      'npm run torture -- [--quick] [--part NAME]... [--store NAME]... [--seed N] [--minutes N | --full] [--case N]\n',
    )
    for (const { name, promise, quick, stores } of PARTS) {
      const only = stores ? ` [${stores.join(', ')}]` : ''
      console.log(`${name.padEnd(22)}${quick ? 'quick  ' : '       '}${promise}${only}`)
    }
    console.log(`\nstores: ${STORES.map(({ name }) => name).join(', ')}`)
    return 0
  }
  if (values.fault !== undefined) applyFault(values.fault)
  if (values.full && values.minutes !== undefined)
    throw new Error('--full has no time limit: omit --minutes.')
  const seed = number('seed', values.seed)
  const minutes = number(
    'minutes',
    values.minutes ?? String(values.quick ? QUICK_MINUTES : MINUTES),
  )
  const only = values.case === undefined ? undefined : number('case', values.case)
  const runs = chosenParts().flatMap((part) => storesOf(part).map((store) => ({ part, store })))
  if (runs.length === 0) throw new Error('None of these parts can run on this store: see --list.')
  // Without a server the run fails, so that no part is skipped silently.
  if (runs.some(({ store }) => store.name === 'postgres')) await postgresServer()
  const shares = runs.reduce((sum, { part }) => sum + part.share, 0)
  const reports: Report[] = []
  for (const { part, store } of runs) {
    const seconds = values.full ? Infinity : (minutes * 60 * part.share) / shares
    const run = new Run({ part, store, seed, seconds, only })
    running = run
    try {
      await part.run(run)
    } catch (error) {
      run.fail(-1, `The part ended early: ${(error as Error).stack}`)
    }
    // An interruption ends the process: what it has broken is no finding, and no other part starts.
    await stopped
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

/** The part that runs now. */
let running: Run | undefined
/** Set by a signal. */
let stopped: Promise<never> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void (stopped ??= stop(signal)))

/** Ends the simulators and servers, and deletes their folders. */
async function stop(signal: 'SIGINT' | 'SIGTERM'): Promise<never> {
  // The part continues meanwhile, and its requests fail.
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, () => undefined)
  try {
    await running?.close()
    await closeStores()
  } catch (error) {
    console.error(`torture: ${(error as Error).message}`)
  }
  process.exit(128 + constants.signals[signal])
}

try {
  process.exitCode = await torture()
} catch (error) {
  console.error(`torture: ${(error as Error).message}`)
  process.exitCode = 2
} finally {
  await closeStores()
}
