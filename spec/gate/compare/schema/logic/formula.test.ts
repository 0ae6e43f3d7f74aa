import t from 'tap'
import { SeededRandom } from '../../../../seeded-random.ts'
import { type Formula, Formulas } from './formula.ts'

const VARIABLES = ['a', 'b', 'c']
const VALUES = ['1', '2', '3']

/** A formula, and its value for each assignment of the variables. */
interface Tabled {
  readonly formula: Formula
  readonly table: readonly boolean[]
}

const ASSIGNMENTS = VALUES.flatMap((a) =>
  VALUES.flatMap((b) => VALUES.map((c): Record<string, string> => ({ a, b, c }))),
)

function drawn(random: SeededRandom, make: Formulas, depth: number): Tabled {
  const kind = depth === 0 ? 'is' : random.pick(['is', 'not', 'all', 'any', 'one'] as const)
  if (kind === 'is') {
    const [variable, value] = [random.pick(VARIABLES), random.pick(VALUES)]
    return {
      formula: make.is(variable, value),
      table: ASSIGNMENTS.map((assignment) => assignment[variable] === value),
    }
  }
  const count = kind === 'not' ? 1 : 1 + random.below(3)
  const parts = Array.from({ length: count }, () => drawn(random, make, depth - 1))
  const formulas = parts.map(({ formula }) => formula)
  const isTrue = (matches: number) => {
    if (kind === 'not') return matches === 0
    if (kind === 'all') return matches === count
    return kind === 'any' ? matches > 0 : matches === 1
  }
  return {
    formula: kind === 'not' ? make.not(formulas[0]!) : make[kind](formulas),
    table: ASSIGNMENTS.map((_, index) => isTrue(parts.filter(({ table }) => table[index]).length)),
  }
}

t.test('formulas are equal exactly if their truth tables are', async (t) => {
  const count = { equal: 0, other: 0 }
  for (let seed = 1; seed <= 600; seed++) {
    const random = new SeededRandom(seed)
    const make = new Formulas(
      () => VALUES,
      () => {},
    )
    const [one, other] = [drawn(random, make, 3), drawn(random, make, 3)]
    const isEqual = one.table.every((value, index) => value === other.table[index])
    count[isEqual ? 'equal' : 'other']++
    if (make.areEqual(one.formula, other.formula) !== isEqual)
      throw new Error(`seed ${seed}: ${JSON.stringify([one.formula, other.formula])}`)
    const isWithin = one.table.every((value, index) => !value || other.table[index])
    const rest = make.all([one.formula, make.not(other.formula)])
    if (make.areEqual(rest, false) !== isWithin) throw new Error(`seed ${seed}: within`)
  }
  t.ok(count.equal > 10 && count.other > 300, JSON.stringify(count))
})
