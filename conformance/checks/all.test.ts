import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadLedger } from '../../spec/ledger.ts'
import { findCitations, knownPrefixes } from '../../spec/requirements.ts'
import { loadCatalogue } from '../check/catalogue.ts'
import type { Check, Level } from '../check/check.ts'
import { CREDENTIALS } from '../target/target.ts'
import { CHECKS } from './all.ts'
import { applicantCases } from './screening/screening-cases.ts'

const catalogue = loadCatalogue()

t.test('ids consist of the area and the subject, and are unique', async (t) => {
  const ids = CHECKS.map(({ id }) => id)
  t.strictSame(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  )
  t.strictSame(
    CHECKS.filter(({ id, area }) => !new RegExp(`^${area}\\.[a-z]+(-[a-z]+)*$`).test(id)).map(
      ({ id }) => id,
    ),
    [],
  )
})

t.test('every check is in the list', async (t) => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  for (const file of globSync('**/*.ts', { cwd: folder }).filter(
    (name) => !name.endsWith('.test.ts'),
  )) {
    const exported = Object.values(
      (await import(`./${file}`)) as Record<string, unknown>,
    ).flat() as Partial<Check>[]
    const checks = exported.filter(
      (one) => typeof one?.run === 'function' && typeof one.id === 'string',
    )
    t.strictSame(
      checks.filter((check) => !CHECKS.includes(check as Check)).map(({ id }) => id),
      [],
      file,
    )
  }
})

t.test('a check judges existing requirements that are observable from outside', async (t) => {
  for (const { id, requirements } of CHECKS) {
    t.ok(requirements.length > 0, id)
    t.strictSame(
      requirements.filter((requirement, i) => requirements.indexOf(requirement) !== i),
      [],
      `${id} lists no requirement twice`,
    )
    const unfit = requirements.filter(
      (requirement) =>
        !['open', 'tested'].includes(catalogue.get(requirement)?.status ?? 'unknown'),
    )
    t.strictSame(unfit, [], `${id} judges nothing that is unknown, unspecified or untestable`)
  }
})

t.test('the name of a case does not depend on the date', (t) => {
  const labels = (born: string): string[] => applicantCases(born).map(({ label }) => label)
  t.strictSame(labels('1990-05-23'), labels('1990-05-24'))
  t.end()
})

t.test('the suite names only requirements that it judges', async (t) => {
  const judged = new Set(CHECKS.flatMap(({ requirements }) => requirements))
  const named = findCitations(knownPrefixes([...catalogue.values()]))
    // `vskit verify` is a client of its own: what binds a checker of documents is proven by its own tests.
    .filter(
      ({ file }) => file.startsWith('conformance/') && !file.startsWith('conformance/verify/'),
    )
  t.ok(named.length > 0)
  t.strictSame(
    named.filter(({ id }) => !judged.has(id)),
    [],
  )
})

t.test('the level of a check is the strongest of its requirements', async (t) => {
  const order: Level[] = ['must', 'should', 'may']
  const strongest = (requirements: readonly string[]) =>
    order.find((level) => requirements.some((id) => catalogue.get(id)?.level === level))
  t.strictSame(
    CHECKS.filter(({ level, requirements }) => level !== strongest(requirements)).map(
      ({ id }) => id,
    ),
    [],
  )
})

t.test('each state that a check needs is documented for providers', async (t) => {
  const protocol = readFileSync(new URL('../target/PROTOCOL.md', import.meta.url), 'utf8')
  const states = CHECKS.flatMap(({ needs: { states = [], optionalStates = [] } }) => [
    ...states,
    ...optionalStates,
  ])
  t.ok(states.length > 0)
  t.strictSame(
    states.filter((state) => !protocol.includes(`\n| \`${state}\``)),
    [],
  )
})

t.test('each credential of a target file is used by a check', async (t) => {
  const needed = new Set(
    CHECKS.flatMap(({ needs }) => needs.credentials.map((need) => need.split('.')[1])),
  )
  t.strictSame(
    Object.keys(CREDENTIALS).filter((name) => !needed.has(name)),
    [],
  )
})

t.test('rows of the ledger that the suite names exist', async (t) => {
  const rows = new Set(loadLedger().map(({ id }) => id))
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const named = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    (readFileSync(`${folder}/${file}`, 'utf8').match(/\bGAP(-[A-Z]+)+/g) ?? []).map((id) => ({
      file,
      id,
    })),
  )
  t.ok(named.length > 0)
  t.strictSame(
    named.filter(({ id }) => !rows.has(id)),
    [],
  )
})
