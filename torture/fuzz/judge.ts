import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema, Operation } from '../../spec/contract.ts'
import { SchemaCompiler } from '../../simulator/http/schemas.ts'
import { conformsTo } from '../../simulator/testing/contract.ts'
import { validationErrors } from '../../simulator/testing/shape.ts'
import type { Response } from '../http/client.ts'

/**
 * Error responses before authentication: they count in no window, so they have no rate-limit
 * headers.
 */
const BEFORE_AUTHENTICATION = /"code":"(wrong_token_type|region_mismatch|origin_not_allowed)"/

/** Validates responses against an OpenAPI document. Schemas are compiled once. */
export class Judge {
  #compiler: SchemaCompiler
  #compiled = new Map<string, ValidateFunction>()

  constructor(document: { components?: { schemas?: object } }) {
    this.#compiler = new SchemaCompiler(document)
  }

  /** Returns the difference between a response and its operation; undefined if there is none. */
  problemOf(operation: Operation, response: Response): string | undefined {
    try {
      if (response.status >= 500) return `status ${response.status}: ${response.text.slice(0, 500)}`
      const early = BEFORE_AUTHENTICATION.test(response.text)
      conformsTo(early ? withoutLimits(operation) : operation, response, {
        check: (name, schema, value) => this.#check(name, schema, value),
        closed: (schema) => schema,
      })
      return undefined
    } catch (error) {
      return (error as Error).message.slice(0, 2000)
    }
  }

  #check(name: string, schema: JsonSchema, value: unknown): void {
    let validate = this.#compiled.get(name)
    if (!validate) {
      validate = this.#compiler.compile(schema)
      this.#compiled.set(name, validate)
    }
    if (!validate(value))
      throw new Error(
        `${name} does not match its schema: ${validationErrors(validate)}: ${JSON.stringify(value)}`,
      )
  }
}

function withoutLimits(operation: Operation): Operation {
  return {
    ...operation,
    responses: operation.responses.map((response) => ({
      ...response,
      headers: response.headers.filter((name) => !name.startsWith('x-ratelimit-')),
    })),
  }
}
