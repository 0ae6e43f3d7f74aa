import { characterCount } from '../features/forms/rules/text-length.ts'
import { _, type KeywordCxt } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Returns a validator that does not change its input: no coercion, no defaults, no dropped fields.
 * It reports every problem, or with `firstOnly` only the first. Reporting all costs time
 * proportional to the square of their number.
 */
export function newAjv({ firstOnly = false } = {}): Ajv2020 {
  // Strict mode would reject the contract's x- keywords. The contract's tests lint the schemas, so
  // the meta-schema need not be compiled at each start.
  const ajv = new Ajv2020({
    allErrors: !firstOnly,
    verbose: true,
    strict: false,
    // Rejects `1e999`, which JSON.parse reads as Infinity and which would be stored as null.
    strictNumbers: true,
    validateSchema: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    discriminator: true,
  })
  // The plugin is a CommonJS module whose function is its default export.
  addFormats.default(ajv)
  // The library compares each entry with all others, which takes seconds for the tens of thousands
  // that fit into a body.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, entries: unknown[]) =>
      !wanted || new Set(entries.map((entry) => JSON.stringify(entry))).size === entries.length,
  })
  // The library counts the code points of every text. That is only necessary for texts with more
  // UTF-16 units than the limit.
  ajv.removeKeyword('maxLength').addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    error: { message: 'too long', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code: (keyword: KeywordCxt) => {
      const { data, schemaCode, gen } = keyword
      const count = gen.scopeValue('func', { ref: characterCount })
      keyword.fail(_`${data}.length > ${schemaCode} && ${count}(${data}) > ${schemaCode}`)
    },
  })
  return ajv
}
