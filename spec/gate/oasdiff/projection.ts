import { isDeepStrictEqual } from 'node:util'
import { declaredTypes } from '../compare/schema/values/value-sets.ts'
import {
  type Conjunction,
  conjunctionOf,
  propertiesOf,
  valuesOf,
} from '../compare/schema/conjunction.ts'
import type { Contract } from '../load/contract.ts'
import { encodePart, isMembers, type Json, type Members } from '../load/parse.ts'
import { pathItemOf } from '../load/path-items.ts'

/** Prefix of the paths for events in the projection. */
export const EVENT_PATH = '/~event/'

/**
 * Converts a contract for oasdiff: one document without examples and extensions, with boolean
 * schemas as objects (oasdiff cannot read them), and each webhook as the response to a GET. oasdiff
 * rates webhooks like requests, but their bodies are sent in the other direction.
 */
export function project(contract: Contract): Members {
  const made = projections.get(contract) ?? new Projection(contract).make()
  projections.set(contract, made)
  return made
}

const projections = new WeakMap<Contract, Members>()

const LEFT_OUT = new Set([
  'example',
  'examples',
  'title',
  'description',
  'summary',
  '$comment',
  'externalDocs',
  'tags',
  'callbacks',
  'links',
])
/** Merged from all applicable parts. */
const MERGED = new Set(['$ref', '$defs', 'allOf', 'type', 'required', 'properties'])
const SCHEMA_MAPS = new Set(['patternProperties', 'dependentSchemas'])
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems'])
const SCHEMAS = new Set([
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
])
/** Maps of names and values in which nothing is left out. */
const NAMED = new Set(['paths', 'responses', 'headers', 'content'])

class Projection {
  readonly #contract: Contract
  readonly #names = new Map<Json, string>()
  readonly #schemas: Members = {}
  /** Shared responses and headers are converted once. */
  readonly #parts = new Map<Json, Json>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  make(): Members {
    const { openapi, info, servers, paths, webhooks, components, security } = this.#contract.root
    const events = Object.entries(isMembers(webhooks) ? webhooks : {}).flatMap(([name, item]) =>
      this.#events(EVENT_PATH + encodePart(name), item),
    )
    const items = Object.fromEntries(
      Object.entries(isMembers(paths) ? paths : {}).map(([path, node]) => [
        path,
        pathItemOf(this.#contract, node).item,
      ]),
    ) as Members
    return {
      // OpenAPI 3.0 documents have been translated to 3.1.
      openapi: this.#contract.dialect === '3.0' ? '3.1.0' : openapi!,
      info: { title: isMembers(info) ? (info.title ?? '') : '', version: '0' },
      ...(servers && { servers }),
      ...(security && { security }),
      paths: {
        ...(this.#part(items, true) as Members),
        ...(Object.fromEntries(events) as Members),
      },
      components: {
        schemas: this.#schemas,
        securitySchemes: this.#part(
          (isMembers(components) ? components.securitySchemes : undefined) ?? {},
          true,
        ),
      },
    }
  }

  /** Usually the POST of a webhook alone; another method is part of the name, as in the changes of the gate. */
  #events(path: string, node: Json): [path: string, item: Members][] {
    return pathItemOf(this.#contract, node).methods.flatMap(({ method, node: written }) => {
      const operation = this.#contract.resolve(written)
      const suffix = method === 'post' ? '' : ` (${method.toUpperCase()})`
      return isMembers(operation) ? [[path + suffix, this.#event(operation)]] : []
    })
  }

  #event(post: Members): Members {
    const parameters = (Array.isArray(post.parameters) ? post.parameters : []).map(
      (entry) => this.#contract.resolve(entry) as Members,
    )
    const headers = parameters
      .filter((entry) => entry.in === 'header')
      .map(({ name, in: _, ...header }) => [String(name), header])
    const body = this.#contract.resolve(post.requestBody) as Members | undefined
    const answer = { headers: Object.fromEntries(headers) as Members, content: body?.content ?? {} }
    return {
      get: {
        ...(typeof post.operationId === 'string' && { operationId: post.operationId }),
        responses: { 200: this.#part(answer, false) },
      },
    }
  }

  /**
   * Converts anything except a schema. References are resolved here, but kept in schemas, which may
   * be cyclic.
   */
  #part(node: Json, names: boolean): Json {
    const value = this.#contract.resolve(node)!
    if (names || typeof value !== 'object') return this.#made(value, names)
    const known = this.#parts.get(value) ?? this.#made(value, false)
    this.#parts.set(value, known)
    return known
  }

  #made(value: Json, names: boolean): Json {
    if (Array.isArray(value)) return value.map((entry) => this.#part(entry, false))
    if (!isMembers(value)) return value
    const kept = Object.entries(value).filter(([key]) => names || isKept(key))
    const made = Object.fromEntries(
      kept.map(([key, child]) => [
        key,
        !names && key === 'schema'
          ? this.#schema(child)
          : this.#part(child, !names && NAMED.has(key)),
      ]),
    ) as Members
    // A text, but required by OpenAPI.
    return !names && ('content' in made || 'headers' in made || 'description' in value)
      ? { description: '', ...made }
      : made
  }

  #schema(node: Json): Json {
    if (typeof node === 'boolean') return node ? {} : { not: {} }
    if (!isMembers(node)) return {}
    const { $ref } = node
    const says = Object.keys(node).some((key) => key !== '$ref' && isKept(key))
    if (typeof $ref === 'string' && !says)
      return { $ref: `#/components/schemas/${this.#hoist(node, $ref)}` }
    return this.#merged(conjunctionOf(this.#contract, [node]))
  }

  /** Merges branches into one schema: oasdiff compares branch with branch, and reports moved parts as removed. */
  #merged(conjunction: Conjunction): Json {
    if (conjunction.includes(false)) return { not: {} }
    const made: Members = {}
    const rest: Json[] = []
    for (const schema of conjunction as Members[]) {
      for (const [key, value] of Object.entries(schema)) {
        if (!isKept(key) || MERGED.has(key)) continue
        const child = this.#keyword(key, value)
        if (!Object.hasOwn(made, key)) made[key] = child
        else if (!isDeepStrictEqual(made[key], child)) rest.push({ [key]: child })
      }
    }
    const types = declaredTypes(conjunction)
    if (types) made.type = typeNames(types)
    const required = [...new Set(valuesOf(conjunction, 'required').flat() as string[])].sort()
    if (required.length > 0) made.required = required
    const properties = [...propertiesOf(conjunction)].map(([name, schemas]) => [
      name,
      schemas.length === 1
        ? this.#schema(schemas[0]!)
        : this.#merged(conjunctionOf(this.#contract, schemas)),
    ])
    if (properties.length > 0) made.properties = Object.fromEntries(properties) as Members
    return rest.length > 0 ? { ...made, allOf: rest } : made
  }

  #keyword(key: string, child: Json): Json {
    if (SCHEMA_MAPS.has(key) && isMembers(child)) {
      return Object.fromEntries(
        Object.entries(child).map(([name, schema]) => [name, this.#schema(schema)]),
      ) as Members
    }
    if (SCHEMA_LISTS.has(key) && Array.isArray(child))
      return child.map((schema) => this.#schema(schema))
    return SCHEMAS.has(key)
      ? key === 'additionalProperties' && typeof child === 'boolean'
        ? child
        : this.#schema(child)
      : child
  }

  /** Adds the target of a reference to the components, with its name in the contract. */
  #hoist(from: Members, reference: string): string {
    const target = this.#contract.target(from, reference)
    const known = this.#names.get(target)
    if (known !== undefined) return known
    const wanted =
      reference
        .split('/')
        .at(-1)!
        .replace(/[^A-Za-z0-9._-]/g, '_') || 'Schema'
    let name = wanted
    for (let count = 2; Object.hasOwn(this.#schemas, name); count++) name = `${wanted}_${count}`
    this.#names.set(target, name)
    this.#schemas[name] = {}
    this.#schemas[name] = this.#schema(target)
    return name
  }
}

function isKept(key: string): boolean {
  return !LEFT_OUT.has(key) && !key.startsWith('x-')
}

/** `number` includes `integer`. */
function typeNames(types: ReadonlySet<string>): Json {
  const names = [...types].filter((type) => type !== 'integer' || !types.has('number')).sort()
  return names.length === 1 ? names[0]! : names
}
