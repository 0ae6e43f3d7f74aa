/**
 * A formula over variables that have one of several values each. Formulas with equal keys are equal, so that most comparisons
 * end at the key.
 */
export type Formula = boolean | Compound

export type Compound = (
  | { readonly kind: 'is'; readonly variable: string; readonly value: string }
  | { readonly kind: 'not' | 'all' | 'any' | 'one'; readonly parts: readonly Formula[] }
) & { readonly key: string }

/** The key is the number of its text, so that texts stay short. */
const keyOf = (formula: Formula): string =>
  typeof formula === 'boolean' ? String(formula) : formula.key

function demandsOf(formula: Formula): readonly Formula[] {
  return typeof formula !== 'boolean' && formula.kind === 'all' ? formula.parts : [formula]
}

/** Makes formulas, and compares them. */
export class Formulas {
  readonly #known = new Map<string, Compound>()
  readonly #replaced = new Map<string, Formula>()
  readonly #domains: (variable: string) => readonly string[]
  readonly #spend: (cost: number) => void

  /**
   * @param domains returns all values of a variable
   * @param spend counts the work; it may throw
   */
  constructor(
    domains: (variable: string) => readonly string[],
    spend: (cost: number) => void = () => {},
  ) {
    this.#domains = domains
    this.#spend = spend
  }

  is(variable: string, value: string): Formula {
    const text = JSON.stringify([variable, value])
    return this.#interned(text, (key) => ({ kind: 'is', variable, value, key }))
  }

  not(part: Formula): Formula {
    if (typeof part === 'boolean') return !part
    return part.kind === 'not' ? part.parts[0]! : this.#compound('not', [part])
  }

  all(parts: readonly Formula[]): Formula {
    return this.#joined('all', parts)
  }

  any(parts: readonly Formula[]): Formula {
    return this.#joined('any', parts)
  }

  /** Returns two formulas without the parts that both demand. */
  withoutShared(one: Formula, other: Formula): [Formula, Formula] {
    const [left, right] = [demandsOf(one), demandsOf(other)]
    const without = (parts: readonly Formula[], others: readonly Formula[]) => {
      const keys = new Set(others.map(keyOf))
      return this.all(parts.filter((part) => !keys.has(keyOf(part))))
    }
    return [without(left, right), without(right, left)]
  }

  /** Exactly one of the parts is true. */
  one(written: readonly Formula[]): Formula {
    const count = written.filter((part) => part === true).length
    const parts = written.filter((part) => typeof part !== 'boolean')
    if (count > 1) return false
    if (count === 1) return this.not(this.any(parts))
    return parts.length < 2
      ? (parts[0] ?? false)
      : this.#compound(
          'one',
          parts.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
        )
  }

  /** Whether both formulas have the same value, whatever the values of the variables. */
  areEqual(one: Formula, other: Formula): boolean {
    const equal = new Set<string>()
    const compare = (left: Formula, right: Formula): boolean => {
      this.#spend(1)
      const [key, otherKey] = [keyOf(left), keyOf(right)]
      if (key === otherKey) return true
      if (typeof left === 'boolean' && typeof right === 'boolean') return false
      const pair = `${key} ${otherKey}`
      if (equal.has(pair)) return true
      const variable = least([left, right])!
      const isEqual = this.#domains(variable).every((value) =>
        compare(this.#with(left, variable, value), this.#with(right, variable, value)),
      )
      if (isEqual) equal.add(pair)
      return isEqual
    }
    return compare(one, other)
  }

  #with(formula: Formula, variable: string, value: string): Formula {
    if (typeof formula === 'boolean') return formula
    if (formula.kind === 'is')
      return formula.variable === variable ? formula.value === value : formula
    const key = JSON.stringify([formula.key, variable, value])
    const known = this.#replaced.get(key)
    if (known !== undefined) return known
    this.#spend(formula.parts.length)
    const parts = formula.parts.map((part) => this.#with(part, variable, value))
    const made = formula.kind === 'not' ? this.not(parts[0]!) : this[formula.kind](parts)
    this.#replaced.set(key, made)
    return made
  }

  #joined(kind: 'all' | 'any', written: readonly Formula[]): Formula {
    const decided = kind === 'any'
    const parts = new Map<string, Formula>()
    for (const part of written) {
      if (part === decided) return decided
      if (typeof part === 'boolean') continue
      for (const inner of part.kind === kind ? part.parts : [part]) parts.set(keyOf(inner), inner)
    }
    if ([...parts.values()].some((part) => parts.has(keyOf(this.not(part))))) return decided
    const sorted = [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
    if (sorted.length === 0) return !decided
    return sorted.length === 1
      ? sorted[0]![1]
      : this.#compound(
          kind,
          sorted.map(([, part]) => part),
        )
  }

  #compound(kind: 'not' | 'all' | 'any' | 'one', parts: readonly Formula[]): Formula {
    return this.#interned(`${kind} ${parts.map(keyOf).join(' ')}`, (key) => ({ kind, parts, key }))
  }

  #interned(text: string, make: (key: string) => Compound): Formula {
    const known = this.#known.get(text)
    if (known) return known
    const made = make(String(this.#known.size))
    this.#known.set(text, made)
    return made
  }
}

const first = new WeakMap<Compound, string>()

/** Returns the variable with the least name, so that all variables of one field follow each other. */
function least(formulas: readonly Formula[]): string | undefined {
  return formulas
    .flatMap((formula) => (typeof formula === 'boolean' ? [] : variableOf(formula)))
    .reduce<string | undefined>(
      (one, other) => (one !== undefined && one < other ? one : other),
      undefined,
    )
}

function variableOf(formula: Compound): string {
  if (formula.kind === 'is') return formula.variable
  const known = first.get(formula) ?? least(formula.parts)!
  first.set(formula, known)
  return known
}
