import type { SchemaObject } from 'ajv'
import type { StateUse } from './use.ts'

/** One provider state, as conformance/target/PROTOCOL.md describes it. */
export interface ProviderState {
  /** Description in `GET /states`. */
  description: string
  /** A schema for each parameter besides region, mode and organization. */
  takes: Record<string, SchemaObject>
  /** Required parameters. */
  needs?: readonly string[]
  /** Sets it up; returns the bindings except organization and key. @throws {StateUnavailable} */
  setUp(use: StateUse): Promise<Record<string, unknown>>
}

export const oneOf = (...values: string[]): SchemaObject => ({ enum: values })
export const text: SchemaObject = { type: 'string', minLength: 1 }
export const flag: SchemaObject = { type: 'boolean' }
export const object: SchemaObject = { type: 'object' }
export const list = (items: SchemaObject): SchemaObject => ({ type: 'array', items })
export const count = (least: number, most: number): SchemaObject => ({
  type: 'integer',
  minimum: least,
  maximum: most,
})
