import { GateError } from '../judgement.ts'
import type { Contract } from './contract.ts'
import { encodePart, homeOf, isMembers, declaredNames, type Json, type Members } from './parse.ts'
import { pathItemOf, type PathItem } from './path-items.ts'

/**
 * Checks that the parts of a document that the gate reads have the form of OpenAPI. It is not a
 * complete validator; it refuses documents that are not contracts.
 * @throws {GateError} with the place
 */
export function checkShape(contract: Contract): void {
  new Shape(contract).document()
}

const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const SCHEMAS = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'contentSchema',
  'unevaluatedProperties',
  'unevaluatedItems',
]
const NUMBERS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'multipleOf',
]
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const TEXTS = ['pattern', 'format', 'contentMediaType', 'contentEncoding']

class Shape {
  readonly #contract: Contract
  readonly #seen = new Set<object>()
  /** Schemas whose parts are still to be checked. A list, because chains of references are longer than the stack. */
  readonly #pending: Members[] = []

  constructor(contract: Contract) {
    this.#contract = contract
  }

  document(): void {
    const { root } = this.#contract
    for (const { item, methods } of [
      ...this.#items('paths', declaredNames),
      ...this.#items('webhooks', Object.keys),
    ]) {
      if (item.additionalOperations !== undefined) this.#object(item, 'additionalOperations')
      for (const { node } of methods) this.#operation(item, node)
    }
    for (const server of this.#list(root, 'servers'))
      if (!isMembers(server)) this.#refuse(root, 'servers', 'a list of objects')
    if (root.components !== undefined && !isMembers(root.components))
      this.#refuse(root, 'components', 'an object')
    if (isMembers(root.components)) this.#map(root.components, 'securitySchemes')
    this.#pendingSchemas()
  }

  #items(key: string, namesOf: (map: Members) => string[]): PathItem[] {
    const { root } = this.#contract
    this.#map(root, key, namesOf)
    const items = (root[key] ?? {}) as Members
    return namesOf(items).map((name) => pathItemOf(this.#contract, items[name]!))
  }

  #operation(item: Members, node: Json): void {
    const operation = this.#contract.resolve(node)
    if (!isMembers(operation)) return this.#refuse(item, '', 'operations that are objects')
    for (const owner of [item, operation]) {
      for (const node of this.#list(owner, 'parameters')) {
        const parameter = this.#contract.resolve(node)
        if (!isMembers(parameter) || typeof parameter.name !== 'string')
          return this.#refuse(owner, 'parameters', 'a list of parameters')
        this.#schema(parameter, 'schema')
        this.#content(parameter)
      }
    }
    for (const way of this.#list(operation, 'security'))
      if (!isMembers(way)) this.#refuse(operation, 'security', 'a list of objects')
    if (operation.requestBody !== undefined) this.#content(this.#object(operation, 'requestBody'))
    for (const response of this.#map(operation, 'responses', declaredNames)) {
      this.#content(response)
      for (const header of this.#map(response, 'headers')) this.#schema(header, 'schema')
    }
  }

  #content(owner: Members): void {
    for (const media of this.#map(owner, 'content')) this.#schema(media, 'schema')
  }

  #schema(owner: Members | Json[], key: string | number): void {
    const schema = (owner as Members)[key]
    if (schema === undefined || typeof schema === 'boolean') return
    if (!isMembers(schema)) return this.#refuse(owner, key, 'a schema')
    if (this.#seen.has(schema)) return
    this.#seen.add(schema)
    this.#pending.push(schema)
  }

  #pendingSchemas(): void {
    for (let schema = this.#pending.pop(); schema; schema = this.#pending.pop()) this.#parts(schema)
  }

  #parts(schema: Members): void {
    if (typeof schema.$ref === 'string') this.#target(schema, schema.$ref)
    if (isMembers(schema.discriminator)) this.#selected(schema, schema.discriminator)
    for (const name of SCHEMAS) this.#schema(schema, name)
    for (const name of SCHEMA_LISTS)
      for (const index of this.#list(schema, name).keys())
        this.#schema(schema[name] as Json[], index)
    for (const name of SCHEMA_MAPS) {
      if (schema[name] === undefined) continue
      const map = schema[name]
      if (!isMembers(map)) this.#refuse(schema, name, 'an object')
      else for (const member of Object.keys(map)) this.#schema(map, member)
    }
    this.#values(schema)
  }

  #target(schema: Members, reference: string): void {
    this.#contract.resolve(schema)
    const target = this.#contract.target(schema, reference)
    if (!isMembers(target) && typeof target !== 'boolean')
      this.#refuse(schema, '$ref', 'a reference to a schema')
    this.#schema({ target }, 'target')
  }

  /** The components that a discriminator selects: they may extend its schema with `allOf`. */
  #selected(schema: Members, { mapping }: Members): void {
    const { root } = homeOf(schema)
    const components = isMembers(root) && isMembers(root.components) ? root.components.schemas : {}
    const names = Object.values(isMembers(mapping) ? mapping : {}).map((target) =>
      String(target).split('/').at(-1),
    )
    for (const [name, component] of Object.entries(isMembers(components) ? components : {}))
      if (isMembers(component) && ('allOf' in component || names.includes(name)))
        this.#schema(components as Members, name)
  }

  #values(schema: Members): void {
    const is = (key: string, good: (value: Json) => boolean, expected: string) => {
      if (schema[key] !== undefined && !good(schema[key])) this.#refuse(schema, key, expected)
    }
    const isText = (value: Json) => typeof value === 'string'
    for (const key of NUMBERS) is(key, (value) => typeof value === 'number', 'a number')
    for (const key of TEXTS) is(key, isText, 'a text')
    is('enum', Array.isArray, 'a list')
    is('required', (value) => Array.isArray(value) && value.every(isText), 'a list of names')
    const isType = (value: Json) => TYPES.includes(String(value)) && isText(value)
    is(
      'type',
      (value) => isType(value) || (Array.isArray(value) && value.every(isType)),
      `a type or a list of types: ${TYPES.join(', ')}`,
    )
  }

  #object(owner: Members, key: string): Members {
    const value = this.#contract.resolve(owner[key])
    return isMembers(value) ? value : this.#refuse(owner, key, 'an object')
  }

  #map(owner: Members, key: string, namesOf: (map: Members) => string[] = Object.keys): Members[] {
    if (owner[key] === undefined) return []
    const map = this.#object(owner, key)
    return namesOf(map).map((name) => this.#object(map, name))
  }

  #list(owner: Members, key: string): Json[] {
    const value = owner[key]
    if (value === undefined) return []
    return Array.isArray(value) ? value : this.#refuse(owner, key, 'a list')
  }

  #refuse(owner: object, key: string | number, expected: string): never {
    const { file, pointer } = homeOf(owner)
    const place = key === '' ? pointer : `${pointer}/${encodePart(String(key))}`
    throw new GateError(`${this.#contract.name}: ${file}#${place}: expected ${expected}`)
  }
}
