import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Issue } from '../call/errors.ts'
import { shown } from './unknown-keys.ts'

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ana@example.com',
  uri: 'https://example.com/webhooks',
}

function formatInWords(format: string): string {
  const example = FORMAT_EXAMPLES[format]
  return example === undefined ? format : `${format}, such as ${example}`
}

export function toIssue(error: ErrorObject): Issue {
  const path = pathOf(error)
  const params = error.params as Record<string, unknown>
  const { propertyName: key, ...rest } = error
  // A key of a map violates the rule for keys: the path leads to the entry, and the message names
  // the key.
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
        messageOfSchema(error) ?? `Expected text of the form ${String(params.pattern)}`,
      )
    case 'format':
      return withParam(
        'invalid_string',
        path,
        `Expected a valid ${formatInWords(String(params.format))}`,
      )
    case 'uniqueItems':
      return withParam('custom', path, 'Expected each entry at most once')
    default:
      return withParam(
        'custom',
        path,
        messageOfSchema(error) ?? `Breaks the rule '${error.keyword}' of the schema`,
      )
  }
}

/** Returns the allowed values, which help more than the expected type if a value has the wrong type. */
function valuesOf({ parentSchema }: ErrorObject): string | undefined {
  const { enum: values } = (parentSchema ?? {}) as { enum?: unknown[] }
  return values && oneOf(values)
}

function oneOf(values: unknown[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}

/** Returns the issue for a missing or unknown tag of a tagged union. */
function tagIssue({ params, parentSchema }: ErrorObject, path: (string | number)[]): Issue {
  const { tag, tagValue } = params as { tag: string; tagValue?: unknown }
  if (tagValue === undefined) return { code: 'invalid_type', path, message: 'Required', param: tag }
  const tags = (parentSchema as { 'x-tags'?: string[] } | undefined)?.['x-tags']
  const known = tags
    ? `Expected one of ${tags.map((one) => JSON.stringify(one)).join(', ')}`
    : `Expected a known ${tag}`
  return withParam('invalid_enum_value', path, known)
}

/**
 * Returns the message that a schema has for its rule (`x-message`), because most readers do not
 * read regular expressions.
 */
export function messageOfSchema(error: ErrorObject): string | undefined {
  const words = (error.parentSchema as Record<string, unknown> | undefined)?.['x-message']
  return typeof words === 'string' ? words : undefined
}

export function withParam(code: string, path: (string | number)[], message: string): Issue {
  const last = path.findLast((part) => typeof part === 'string')
  return last === undefined ? { code, path, message } : { code, path, message, param: last }
}

/**
 * Converts a JSON pointer to a path. Array indexes become numbers; longer digit sequences are keys,
 * because a number would round them.
 */
export function pathOf(error: ErrorObject): (string | number)[] {
  if (error.instancePath === '') return []
  return error.instancePath
    .slice(1)
    .split('/')
    .map((part) => {
      const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
      return /^(0|[1-9]\d{0,8})$/.test(plain) ? Number(plain) : plain
    })
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  // `1e999` is valid JSON but exceeds the range of a double.
  if (value === Infinity || value === -Infinity) return 'a number that is too large'
  return typeof value
}

export function count(limit: unknown, one: string, many: string = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`
}
