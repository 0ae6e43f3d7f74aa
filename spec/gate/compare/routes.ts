import type { Contract } from '../load/contract.ts'
import { encodePart, type Json, type Members } from '../load/parse.ts'
import type { PathItem } from '../load/path-items.ts'
import { at, memberOf, members } from './nodes.ts'
import { parametersOf, pathKey, pathsOf, type Served, variablesOf } from './operations.ts'
import type { Reporter } from './reporter.ts'
import { type Conjunction, conjunctionOf, valuesOf } from './schema/conjunction.ts'
import { canonical, typeOf } from './schema/normal/reading.ts'
import { satisfies, TESTABLE } from './schema/normal/satisfies.ts'
import { mayShareNames } from './schema/patterns/names.ts'
import { enumOf, typesOf } from './schema/values/value-sets.ts'

type Path = { readonly path: string } & PathItem

/** Calls that a new path receives in place of a template: OpenAPI matches concrete paths first. */
export class RouteComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #paths: readonly Path[]
  readonly #added: readonly Path[]

  constructor(base: Contract, head: Contract) {
    this.#base = base
    this.#head = head
    this.#paths = pathsOf(base)
    const known = new Set(this.#paths.map(({ path }) => pathKey(path)))
    this.#added = pathsOf(head).filter(({ path }) => !known.has(pathKey(path)))
  }

  /** Reports new paths that receive calls of an operation of both contracts. */
  compare(reporter: Reporter, was: Served): void {
    for (const { path, methods } of this.#added) {
      const values = valuesFor(was.path, path)
      if (!values || !this.#reached(was.path, path)) continue
      const match = this.#match(was, values)
      if (match === 'none') continue
      const call = [...values].map(([name, text]) => `\`${name}\` = \`${text}\``).join(', ')
      const method = was.method.toUpperCase()
      const isServed = methods.some((one) => one.method === was.method)
      reporter.report(
        'operation-shadowed',
        `${method} ${path} no longer reaches ${was.name}`,
        at(memberOf(this.#head.root, 'paths'), `/${encodePart(path)}`, 'head'),
        {
          severity: match === 'listed' ? 'breaking' : 'risky',
          reason: isServed
            ? `Calls with ${call} reach the new operation: concrete paths match first.`
            : `Calls with ${call} are refused: the new path matches first and has no ${method}.`,
          rule: 'VER-001',
        },
      )
    }
  }

  /** Whether calls of the new path reached the template: no other path of base matches them first. */
  #reached(template: string, path: string): boolean {
    const rank = rankOf(template)
    return !this.#paths.some(({ path: other }) => valuesFor(other, path) && rankOf(other) < rank)
  }

  /** Whether the schemas of the variables allow the texts, or even list them. */
  #match(was: Served, values: ReadonlyMap<string, string>): 'none' | 'possible' | 'listed' {
    const parameters = [...parametersOf(this.#base, was).values()]
    const matches = [...values].map(([name, text]) =>
      matchOf(
        this.#base,
        parameters.find((one) => one.in === 'path' && one.name === name),
        text,
      ),
    )
    if (matches.includes('none')) return 'none'
    return matches.every((one) => one === 'listed') ? 'listed' : 'possible'
  }
}

/**
 * The texts of a path for the variables of a template; undefined if the path is not more concrete. A text can have variables
 * itself, as in `{id}.json`.
 */
function valuesFor(template: string, path: string): Map<string, string> | undefined {
  const [expected, found] = [template.split('/'), path.split('/')]
  if (expected.length !== found.length) return undefined
  const values = new Map<string, string>()
  for (const [index, segment] of expected.entries()) {
    const text = found[index]!
    if (pathKey(segment) === pathKey(text)) continue
    if (pathKey(segment) === '{}' && text.includes('{')) {
      values.set(variablesOf(segment)[0]!, text)
      continue
    }
    const pattern = segment
      .split(/\{[^}]*\}/)
      .map(escaped)
      .join('(.+)')
    const match = text.includes('{') ? null : new RegExp(`^${pattern}$`).exec(text)
    if (!match) return undefined
    for (const [place, name] of variablesOf(segment).entries()) values.set(name, match[place + 1]!)
  }
  return values.size > 0 ? values : undefined
}

/** Concrete segments first, then those with text beside a variable. */
function rankOf(path: string): string {
  return pathKey(path)
    .split('/')
    .map((segment) => (segment === '{}' ? 2 : segment.includes('{}') ? 1 : 0))
    .join('')
}

function matchOf(
  contract: Contract,
  parameter: Members | undefined,
  text: string,
): 'none' | 'possible' | 'listed' {
  // Other styles put a mark before the value.
  if ((parameter?.style ?? 'simple') !== 'simple') return 'none'
  const schema = members(contract.resolve(parameter?.schema)) ?? {}
  const conjunction = conjunctionOf(contract, [schema])
  const [types, list] = [typesOf(conjunction), enumOf(conjunction)]
  if (text.includes('{')) return matchOfTemplate(conjunction, text)
  const isAllowed = (value: Json) =>
    types?.has(typeOf(value)) !== false &&
    list?.has(canonical(value)) !== false &&
    TESTABLE.every((keyword) =>
      valuesOf(conjunction, keyword).every((bound) => satisfies(keyword, bound, value) !== false),
    )
  const hasFormat = valuesOf(conjunction, 'format').some((format) => FORMATS.has(String(format)))
  // Texts of these formats have digits or punctuation.
  if (hasFormat && /^[a-z_-]+$/i.test(text)) return 'none'
  if (!valuesOfText(text).some(isAllowed)) return 'none'
  return list ? 'listed' : 'possible'
}

/** Whether texts with variables are allowed. Numbers and truth values have no text beside them. */
function matchOfTemplate(conjunction: Conjunction, text: string): 'none' | 'possible' | 'listed' {
  const pattern = `^${text
    .split(/\{[^}]*\}/)
    .map(escaped)
    .join('.+')}$`
  if (typesOf(conjunction)?.has('string') === false) return 'none'
  const list = enumOf(conjunction)
  if (list)
    return [...list].some((value) => new RegExp(pattern).test(String(JSON.parse(value))))
      ? 'listed'
      : 'none'
  const patterns = valuesOf(conjunction, 'pattern').map(String)
  return patterns.every((one) => mayShareNames(one, pattern)) ? 'possible' : 'none'
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

const FORMATS: ReadonlySet<unknown> = new Set(
  'uuid date date-time time email ipv4 ipv6 uri'.split(' '),
)

/** The values that a text in a path may stand for; commas separate the items of a list. */
function valuesOfText(text: string): Json[] {
  const values: Json[] = [text, text.split(',')]
  if (/^-?\d+(\.\d+)?$/.test(text)) values.push(Number(text))
  if (text === 'true' || text === 'false') values.push(text === 'true')
  return values
}
