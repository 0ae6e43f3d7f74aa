import { _, type KeywordCxt } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * A validator that changes nothing: no coercion, no defaults, no field dropped. It tells every problem, or with
 * `firstOnly` the first one: the cost of telling all grows with the square of their number.
 */
export function newAjv({ firstOnly = false } = {}): Ajv2020 {
  // Strict mode would refuse the contract's own keywords (x-…). The contract's tests lint the schemas, so that no start
  // has to compile the schema of schemas first.
  const ajv = new Ajv2020({
    allErrors: !firstOnly,
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
