import { isDeepStrictEqual } from 'node:util'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { typeList } from '../normal/reading.ts'
import { TEXTS } from '../normal/type-sets.ts'

const MOST_CHARACTERS = 200

/** A schema that tests values, in words where its keywords allow it, otherwise as JSON. */
export function conditionText(condition: Json): string {
  const text = inWords(condition) ?? JSON.stringify(condition, withoutUnrestricted)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

/** Omits the names of properties that the condition does not restrict. */
export function withoutUnrestricted(key: string, value: Json): Json | undefined {
  if (key !== 'properties' || !isMembers(value)) return value
  const said = Object.entries(value).filter(([, schema]) => !isDeepStrictEqual(schema, {}))
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

const IN_WORDS = new Set(['type', 'properties', 'required'])

/** Undefined if a keyword has no words. */
function inWords(condition: Json): string | undefined {
  if (!isMembers(condition)) return undefined
  const keys = Object.keys(condition).filter((key) => !TEXTS.has(key))
  const isObject = typeList(condition.type).every((type) => type === 'object')
  if (!isObject || !keys.every((key) => IN_WORDS.has(key))) return undefined
  const required = new Set(Array.isArray(condition.required) ? condition.required.map(String) : [])
  const restricted = Object.entries((condition.properties ?? {}) as Members).filter(
    ([, schema]) => !isDeepStrictEqual(schema, {}) && schema !== true,
  )
  const tests = restricted.map(([name, schema]) => {
    const values = valuesText(schema)
    if (values === undefined) return undefined
    return required.has(name) ? `\`${name}\` is ${values}` : `\`${name}\` is missing or ${values}`
  })
  const tested = new Set(restricted.map(([name]) => name))
  const present = [...required.difference(tested)].map((name) => `\`${name}\` is present`)
  const all = [...tests, ...present]
  return all.length > 0 && !all.includes(undefined) ? all.join(' and ') : undefined
}

function valuesText(schema: Json): string | undefined {
  if (!isMembers(schema)) return undefined
  const keys = Object.keys(schema).filter((key) => !TEXTS.has(key) && key !== 'type')
  if (keys.length !== 1) return undefined
  if (keys[0] === 'const') return JSON.stringify(schema.const)
  if (keys[0] !== 'enum' || !Array.isArray(schema.enum)) return undefined
  const values = schema.enum.map((value) => JSON.stringify(value))
  return values.length === 1 ? values[0] : `one of ${values.join(', ')}`
}
