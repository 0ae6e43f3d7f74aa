import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../spec/contract.ts'
import { newAjv } from './validate.ts'

const DOCUMENT = 'document'

/** Compiles schemas that refer to the document they were taken from: it is read once, and what they share is compiled once. */
export function schemaCompiler(document: object): (schema: JsonSchema) => ValidateFunction {
  const ajv = newAjv().addSchema(document, DOCUMENT, undefined, false)
  return (schema) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as object)
}
