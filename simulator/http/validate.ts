import { _, type KeywordCxt } from 'ajv'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Issue } from '../call/errors.ts'
import { shown, unknownKeysMessage } from './unknown-keys.ts'

/**
 * A validator that tells every problem and changes nothing: no coercion, no defaults, no field dropped.
 * The input must be bounded in size and depth before (all errors of an unbounded body are a denial of service).
 */
export function newAjv(): Ajv2020 {
  // Strict mode would refuse the contract's own keywords (x-…). The contract's tests lint the schemas, so that no start
  // has to compile the schema of schemas first.
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // Without it `1e999`, which JSON.parse reads as Infinity, passes as a number and is stored as null.
    strictNumbers: true,
    validateSchema: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    discriminator: true,
  })
  // The plugin is a CommonJS module whose function is its default export.
  addFormats.default(ajv)
  // The library compares each entry with all others: seconds for the tens of thousands that a body can hold.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, entries: unknown[]) =>
      !wanted || new Set(entries.map((entry) => JSON.stringify(entry))).size === entries.length,
  })
  // The library counts the characters of every text; few are so long that it matters what they are.
  ajv.removeKeyword('maxLength').addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    error: { message: 'too long', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code: (keyword: KeywordCxt) => {
      const { data, schemaCode, gen } = keyword
      const count = gen.scopeValue('func', { ref: characters })
      keyword.fail(_`${data}.length > ${schemaCode} && ${count}(${data}) > ${schemaCode}`)
    },
  })
  return ajv
}

/** Code points, as JSON Schema counts. */
function characters(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** Every problem that a value has under its schema, in the contract's form (VAL). */
export function issuesOf(validate: ValidateFunction, value: unknown): Issue[] {
  if (validate(value)) return []
  const issues = toIssues(validate.errors ?? [])
  // Whatever was left out for being no help: what is invalid must never look valid.
  return issues.length > 0
    ? issues
    : [{ code: 'custom', path: [], message: 'Fits no form that is accepted here' }]
}

export function toIssues(errors: ErrorObject[]): Issue[] {
  const unknown = new Map<string, { error: ErrorObject; keys: string[] }>()
  const issues: Issue[] = []
  const unions = new Set(errors.filter(saysItself).map(({ instancePath }) => instancePath))
  const lengths = new Map(
    errors
      .filter(({ keyword }) => keyword === 'maxItems')
      .map((error) => [error.instancePath, (error.params as { limit: number }).limit]),
  )
  for (const error of errors) {
    if (unions.size > 0 && isOfBranch(error, unions)) continue
    if (lengths.size > 0 && isBeyond(lengths, error.instancePath)) continue
    if (error.keyword === 'not' && isOfWrongType(error.instancePath, errors)) continue
    if (isOfOtherBranch(error, errors)) continue
    if (error.keyword === 'enum' && isOfWrongType(error.instancePath, errors)) continue
    if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
      const at = unknown.get(error.instancePath) ?? { error, keys: [] }
      at.keys.push(String(error.params.additionalProperty ?? error.params.unevaluatedProperty))
      unknown.set(error.instancePath, at)
    } else if (saysItself(error)) {
      if (!lengths.has(error.instancePath))
        issues.push(withParam('invalid_type', pathOf(error), ruleInWords(error)!))
    } else if (!isFrame(error) && !isNullBranch(error, errors)) issues.push(toIssue(error))
  }
  for (const { error, keys } of unknown.values()) {
    // The branches of a union tell each key once more.
    const once = [...new Set(keys)]
    const message = unknownKeysMessage(once, error.parentSchema)
    issues.push({ code: 'unrecognized_keys', path: pathOf(error), keys: once, message })
  }
  return withoutRepeats(issues)
}

/** Whether a place is in an entry that is too many: the length is the one problem, whatever the surplus holds. */
function isBeyond(lengths: Map<string, number>, place: string): boolean {
  for (let slash = place.lastIndexOf('/'); slash > 0; slash = place.lastIndexOf('/', slash - 1)) {
    const length = lengths.get(place.slice(0, slash))
    if (length !== undefined && Number.parseInt(place.slice(slash + 1), 10) >= length) return true
  }
  return false
}

/** A type that one branch of a union expects is no news where another branch takes the type that was sent. */
function isOfOtherBranch(
  { keyword, instancePath, data }: ErrorObject,
  all: ErrorObject[],
): boolean {
  return (
    keyword === 'type' &&
    all.some(
      (frame) =>
        frame.instancePath === instancePath &&
        (frame.keyword === 'oneOf' || frame.keyword === 'anyOf') &&
        (frame.schema as { type?: unknown }[]).some(({ type }) => type === kindOf(data)),
    )
  )
}

/** A union that says in words what may stand there: what each of its branches lacks would only confuse. */
function saysItself(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' && ruleInWords(error) !== undefined
}

/** Whether an error is of a branch of such a union. That a list is too long is told all the same. */
function isOfBranch(error: ErrorObject, unions: Set<string>): boolean {
  const { keyword, instancePath } = error
  if (unions.has(instancePath)) return keyword !== 'maxItems' && !saysItself(error)
  for (
    let slash = instancePath.lastIndexOf('/');
    slash > 0;
    slash = instancePath.lastIndexOf('/', slash - 1)
  ) {
    if (unions.has(instancePath.slice(0, slash))) return true
  }
  return false
}

/** "Not both", or a list of values, is no news where the type is wrong already. */
function isOfWrongType(place: string, all: ErrorObject[]): boolean {
  return all.some(
    (error) =>
      error.keyword === 'type' && error.instancePath === place && !isNullBranch(error, all),
  )
}

/** Keywords that only frame the errors of their branches, which are told beside them. */
function isFrame({ keyword, params }: ErrorObject): boolean {
  if (keyword === 'oneOf') return (params as { passingSchemas?: unknown }).passingSchemas == null
  return keyword === 'if' || keyword === 'anyOf' || keyword === 'propertyNames'
}

/** "Expected null" is no help where null is one of several things that may stand there. */
function isNullBranch(error: ErrorObject, all: ErrorObject[]): boolean {
  return (
    error.keyword === 'type' &&
    error.params.type === 'null' &&
    all.some(
      ({ keyword, instancePath }) =>
        instancePath === error.instancePath && (keyword === 'anyOf' || keyword === 'oneOf'),
    )
  )
}

function toIssue(error: ErrorObject): Issue {
  const path = pathOf(error)
  const params = error.params as Record<string, unknown>
  const { propertyName: key, ...rest } = error
  // The key of a map breaks a rule for keys: the place is the entry, and the key is named.
  if (key !== undefined) {
    const { code, message } = toIssue(rest)
    return { code, path: [...path, key], message: `Key '${shown(key)}': ${message}`, param: key }
  }
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired': {
      const missing = String(params.missingProperty)
      return { code: 'invalid_type', path: [...path, missing], message: 'Required', param: missing }
    }
    case 'type':
      return withParam(
        'invalid_type',
        path,
        `Expected ${valuesOf(error) ?? [params.type].flat().join(' or ')}, received ${kindOf(error.data)}`,
      )
    case 'enum':
      return withParam(
        'invalid_enum_value',
        path,
        `Expected ${oneOf(params.allowedValues as unknown[])}`,
      )
    case 'const':
      return withParam(
        'invalid_enum_value',
        path,
        `Expected ${JSON.stringify(params.allowedValue)}`,
      )
    case 'discriminator':
      return tagIssue(error, [...path, String(params.tag)])
    case 'minLength':
      return withParam('too_small', path, `Expected at least ${count(params.limit, 'character')}`)
    case 'maxLength':
      return withParam('too_big', path, `Expected at most ${count(params.limit, 'character')}`)
    case 'minItems':
    case 'minProperties':
      return withParam(
        'too_small',
        path,
        `Expected at least ${count(params.limit, 'entry', 'entries')}`,
      )
    case 'maxItems':
    case 'maxProperties':
      return withParam(
        'too_big',
        path,
        `Expected at most ${count(params.limit, 'entry', 'entries')}`,
      )
    case 'minimum':
      return withParam('too_small', path, `Expected ${String(params.limit)} or more`)
    case 'exclusiveMinimum':
      return withParam('too_small', path, `Expected more than ${String(params.limit)}`)
    case 'maximum':
      return withParam('too_big', path, `Expected ${String(params.limit)} or less`)
    case 'exclusiveMaximum':
      return withParam('too_big', path, `Expected less than ${String(params.limit)}`)
    case 'pattern':
      return withParam(
        'invalid_string',
        path,
        ruleInWords(error) ?? `Expected text of the form ${String(params.pattern)}`,
      )
    case 'format':
      return withParam('invalid_string', path, `Expected a valid ${String(params.format)}`)
    case 'uniqueItems':
      return withParam('custom', path, 'Expected each entry at most once')
    default:
      return withParam(
        'custom',
        path,
        ruleInWords(error) ?? `Breaks the rule '${error.keyword}' of the schema`,
      )
  }
}

/** The values that a schema lists: of a value of the wrong type they tell more than the type. */
function valuesOf({ parentSchema }: ErrorObject): string | undefined {
  const { enum: values } = (parentSchema ?? {}) as { enum?: unknown[] }
  return values && oneOf(values)
}

function oneOf(values: unknown[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}

/** The tag that tells the branches of a union apart is missing, or names none of them. */
function tagIssue({ params, parentSchema }: ErrorObject, path: (string | number)[]): Issue {
  const { tag, tagValue } = params as { tag: string; tagValue?: unknown }
  if (tagValue === undefined) return { code: 'invalid_type', path, message: 'Required', param: tag }
  const tags = (parentSchema as { 'x-tags'?: string[] } | undefined)?.['x-tags']
  const known = tags
    ? `Expected one of ${tags.map((one) => JSON.stringify(one)).join(', ')}`
    : `Expected a known ${tag}`
  return withParam('invalid_enum_value', path, known)
}

/** A schema may say its rule in words (`x-message`): a regular expression is no help for most readers. */
function ruleInWords(error: ErrorObject): string | undefined {
  const words = (error.parentSchema as Record<string, unknown> | undefined)?.['x-message']
  return typeof words === 'string' ? words : undefined
}

function withParam(code: string, path: (string | number)[], message: string): Issue {
  const last = path.findLast((part) => typeof part === 'string')
  return last === undefined ? { code, path, message } : { code, path, message, param: last }
}

/** JSON pointer to path; parts that may index an array are numbers. Longer digits are a key, and would be rounded. */
function pathOf(error: ErrorObject): (string | number)[] {
  if (error.instancePath === '') return []
  return error.instancePath
    .slice(1)
    .split('/')
    .map((part) => {
      const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
      return /^(0|[1-9]\d{0,8})$/.test(plain) ? Number(plain) : plain
    })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  // `1e999`: valid JSON that no double holds.
  if (value === Infinity || value === -Infinity) return 'a number that is too large'
  return typeof value
}

function count(limit: unknown, one: string, many: string = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`
}

/** Branches of a union report the same problem once each. */
function withoutRepeats(issues: Issue[]): Issue[] {
  const seen = new Set<string>()
  return issues.filter((issue) => {
    const text = JSON.stringify(issue)
    return !seen.has(text) && seen.add(text)
  })
}
