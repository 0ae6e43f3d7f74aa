import t from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import { CHECKS } from '../checks/all.ts'
import {
  figures,
  knownFaults,
  matrix,
  mutantsOf,
  permissiveServerFigures,
  generatedFiles,
} from './kill-matrix.ts'
import { MUTANTS } from '../checks/mutants.ts'

t.test('the README and known-faults.json are current', async (t) => {
  t.strictSame(
    generatedFiles(),
    { figures: figures(), permissive: permissiveServerFigures(), knownFaults: knownFaults() },
    'node conformance/self-test/kill-matrix.ts --write',
  )
})

t.test('the matrix counts killed mutants by requirement', async (t) => {
  const mutant = (killedBy: string, breaks: string | string[]) => ({
    name: 'x',
    killedBy,
    breaks,
    fault: () => ({}),
  })
  t.strictSame(
    matrix([
      { mutant: mutant('a.b', ['EXA-002', 'EXA-001']), verdict: 'killed', named: [] },
      { mutant: mutant('a.c', 'EXA-001'), verdict: 'survived', named: [] },
    ]),
    [
      ['requirement', 'mutants', 'killed', 'by'],
      ['EXA-001', '2', '1', 'a.b a.c'],
      ['EXA-002', '1', '1', 'a.b'],
    ],
  )
})

t.test('the mutants of single checks can be chosen; a wrong id names a similar one', async (t) => {
  const chosen = mutantsOf(['images.unserved-artifact'])
  t.ok(chosen.length > 0)
  t.ok(chosen.every(({ killedBy }) => killedBy === 'images.unserved-artifact'))
  t.equal(mutantsOf([]), MUTANTS)
  t.throws(
    () => mutantsOf(['images.unserved-artifac']),
    /no mutant names the check 'images\.unserved-artifac'\. Did you mean 'images\.unserved-artifact'\? Add one to/,
  )
})

t.test('mutants are well-formed', async (t) => {
  const checks = new Map(CHECKS.map((check) => [check.id, check]))
  const names = MUTANTS.map(
    ({ name, killedBy, breaks }) => `${killedBy}: ${name} (${[breaks].flat().join()})`,
  )
  t.strictSame(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
    'names are unique',
  )
  t.strictSame(
    MUTANTS.filter(({ killedBy, breaks }) =>
      [breaks].flat().some((id) => !checks.get(killedBy)?.requirements.includes(id)),
    ).map(({ name }) => name),
    [],
    'each breaks a requirement that its check judges',
  )
})

t.test('every check kills a mutant', async (t) => {
  // Its state does not exist in the simulator: run/states.test.ts has a target for it.
  const elsewhere = ['images.served']
  const killers = new Set([...MUTANTS.map(({ killedBy }) => killedBy), ...elsewhere])
  t.strictSame(
    CHECKS.map(({ id }) => id).filter((id) => !killers.has(id)),
    [],
  )
})

t.test('every `must` that a check judges is broken by a mutant', async (t) => {
  const catalogue = loadCatalogue()
  const broken = new Set(MUTANTS.flatMap(({ breaks }) => breaks))
  t.strictSame(
    [...new Set(CHECKS.flatMap(({ requirements }) => requirements))].filter(
      (id) => catalogue.get(id)?.level === 'must' && !broken.has(id),
    ),
    [],
  )
})
