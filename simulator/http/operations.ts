import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema, Operation } from '../../spec/contract.ts'
import type { Call } from '../call/call.ts'
import type { Issue } from '../call/errors.ts'
import { hasManyParts, withShortArrays } from './many-parts.ts'
import { SchemaCompiler } from './schemas.ts'
import { withTags } from './tagged-unions.ts'
import { issuesOf } from './validate.ts'

/**
 * Returns every problem of a call's query and body. Fills `call.query` with the validated values, and reduces a
 * rejected body with many parts to those whose problems are listed.
 */
export type ValidateCall = (call: Call, rawQuery: Record<string, unknown>) => Issue[]

/**
 * Validates by the schemas of the contract's document. A schema is compiled at the first call of
 * its operation, or by `warmUp`: compiling all at the start would delay the first response.
 */
export class Validators {
  #document: object
  #compiler: SchemaCompiler | undefined
  #firstOnly: SchemaCompiler | undefined
  #known = new Map<Operation, ValidateCall>()
  #pending: { schema: JsonSchema; compile: () => void }[] = []

  constructor(document: object) {
    this.#document = document
  }

  /** Returns the validator of an operation, which all listeners share. */
  for(operation: Operation): ValidateCall {
    const known = this.#known.get(operation) ?? this.#newFor(operation)
    this.#known.set(operation, known)
    return known
  }

  #newFor(operation: Operation): ValidateCall {
    // An operation without `validation_error` ignores its query.
    const query = operation.errorCodes.includes('validation_error')
      ? this.#lazily(querySchema(operation))
      : undefined
    const queryRequired = operation.parameters.some(
      (parameter) => parameter.in === 'query' && parameter.required,
    )
    const { requestBody } = operation
    const body = this.#lazily(requestBody?.schema)
    let firstOnly: ValidateFunction | undefined
    return (call, rawQuery) => {
      let issues: Issue[] = []
      if (query && (queryRequired || !isEmpty(rawQuery))) {
        call.query = numbersOf(operation, rawQuery)
        issues = issuesOf(query(), call.query).map((issue) =>
          inWordsOfQuery(operation, issue, rawQuery),
        )
      }
      if (!body) return issues
      if (call.body === undefined) {
        if (requestBody!.required)
          issues.push({
            code: 'invalid_type',
            path: [],
            message: `A body of ${requestBody!.mediaType} is required`,
          })
        return issues
      }
      if (!hasManyParts(call.body)) return issues.concat(issuesOf(body(), call.body))
      const cut = withShortArrays(call.body)
      const stillMany = hasManyParts(cut)
      let found = stillMany ? [] : issuesOf(body(), cut)
      if (found.length === 0) {
        firstOnly ??= this.#firstOnlyCompiler().compile(requestBody!.schema)
        found = issuesOf(firstOnly, call.body)
      }
      // The handler's own checks also run on a rejected body, and report one problem for each part.
      if (found.length > 0) call.body = stillMany ? undefined : cut
      return issues.concat(found)
    }
  }

  /** Compiles the remaining schemas, one part per step, for idle times. */
  *warmUp(): Generator<void> {
    const compiler = this.#wholeCompiler()
    yield
    for (const { schema, compile } of this.#pending.splice(0)) {
      yield* compiler.compileParts(schema)
      compile()
      yield
    }
  }

  #lazily(schema: JsonSchema | undefined): (() => ValidateFunction) | undefined {
    if (schema === undefined) return undefined
    let compiled: ValidateFunction | undefined
    const get = (): ValidateFunction => (compiled ??= this.#wholeCompiler().compile(schema))
    this.#pending.push({ schema, compile: get })
    return get
  }

  /** Created on first use, because it reads the whole document. */
  #wholeCompiler(): SchemaCompiler {
    return (this.#compiler ??= new SchemaCompiler(withTags(this.#document)))
  }

  /** Created on first use, because few bodies need it. */
  #firstOnlyCompiler(): SchemaCompiler {
    return (this.#firstOnly ??= new SchemaCompiler(withTags(this.#document), { firstOnly: true }))
  }
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false
  return true
}

/** Returns the query as a closed object schema, because ignoring an unknown filter would return too many records. */
function querySchema(operation: Operation): JsonSchema {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    additionalProperties: false,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  }
}

/** Converts digits to numbers for integer parameters. Other values are left for the schema to report. */
function numbersOf(operation: Operation, raw: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...raw }
  for (const { name, schema } of operation.parameters) {
    const value = values[name]
    if (
      typeof schema === 'object' &&
      schema.type === 'integer' &&
      typeof value === 'string' &&
      /^-?\d{1,15}$/.test(value)
    )
      values[name] = Number(value)
  }
  return values
}

/** Replaces the message about a wrong type: in a query, each value is a string, or a list when it is repeated. */
function inWordsOfQuery(
  { parameters }: Operation,
  issue: Issue,
  raw: Record<string, unknown>,
): Issue {
  const name = issue.path[0]
  if (issue.code !== 'invalid_type' || typeof name !== 'string' || issue.path.length > 1)
    return issue
  const { schema } = parameters.find((one) => one.in === 'query' && one.name === name) ?? {}
  if (typeof schema !== 'object' || schema.type === 'array') return issue
  if (Array.isArray(raw[name]))
    return { ...issue, message: 'Expected one value; send the parameter once' }
  if (schema.type !== 'integer' || raw[name] === undefined) return issue
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  const range =
    minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : ''
  return { ...issue, message: `Expected a whole number${range}, in digits` }
}
