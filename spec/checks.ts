// Checks of the bundled contract beyond valid OpenAPI. Each takes a document and returns a list of
// problems.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { readOperations, type Operation } from './contract.ts'

export type Json = null | boolean | number | string | Json[] | Members
export type Members = { [key: string]: Json }
export type Document = Members

/** Names from other files of spec/ that the document may use. */
export interface Names {
  errors: Readonly<Record<string, { status: number; outside_operations?: string }>>
  routeClasses: readonly string[]
  scopes: readonly string[]
  ledger: readonly string[]
}

/** Visits every object of the document, with the JSON pointer to it. */
export function walk(
  node: Json,
  visit: (object: Members, pointer: string) => void,
  pointer = '',
): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node, pointer)
  for (const [key, child] of Object.entries(node)) walk(child, visit, `${pointer}/${escape(key)}`)
}

/** Returns references without a target in the bundle. */
export function referenceProblems(document: Document): string[] {
  const problems: string[] = []
  walk(document, ({ $ref }, pointer) => {
    if (typeof $ref === 'string' && at(document, $ref) === undefined)
      problems.push(`${pointer}: ${$ref} does not resolve`)
  })
  return problems
}

/** Returns unused components. Security schemes are referred to by name. */
export function unusedComponents(document: Document): string[] {
  const used = new Set<string>()
  walk(document, ({ $ref, security }) => {
    if (typeof $ref === 'string') used.add($ref)
    for (const alternative of Array.isArray(security) ? security : []) {
      for (const scheme of Object.keys(alternative as object))
        used.add(`#/components/securitySchemes/${scheme}`)
    }
  })
  const components = document.components as { [kind: string]: Members }
  return Object.entries(components).flatMap(([kind, members]) =>
    Object.keys(members)
      .map((name) => `#/components/${kind}/${name}`)
      .filter((pointer) => !used.has(pointer)),
  )
}

/** Returns examples of bodies, parameters and headers that do not match their schema. */
export function exampleProblems(document: Document): string[] {
  const ajv = contractValidator(document)
  const problems: string[] = []
  const judge = (pointer: string, schema: Json | undefined, value: Json | undefined) => {
    if (schema === undefined || value === undefined) return
    const validate = schemaAt(ajv, `${pointer}/schema`)
    if (!validate(value)) problems.push(`${pointer}: ${ajv.errorsText(validate.errors)}`)
  }
  walk(document, (object, pointer) => {
    if (!('schema' in object)) return
    judge(pointer, object.schema, object.example)
    for (const example of Object.values((object.examples ?? {}) as Members)) {
      judge(pointer, object.schema, (follow(document, example) as { value: Json }).value)
    }
  })
  return problems
}

/**
 * Returns differences between the error codes of an operation and its error responses. A response
 * has an example for each of its codes, so the codes of a status are those of its examples.
 */
export function errorCodeProblems(document: Document, names: Names): string[] {
  const problems: string[] = []
  const answered = new Set<string>()
  for (const operation of operationsOf(document)) {
    const { operationId, errorCodes } = operation
    const listed = new Set(
      errorCodes.map((code) => `${names.errors[code]?.status ?? 'unknown code'} ${code}`),
    )
    const shown = new Set(shownCodes(operation))
    for (const line of listed)
      if (!shown.has(line)) problems.push(`${operationId} lists ${line} but has no example of it`)
    for (const line of shown)
      if (!listed.has(line))
        problems.push(`${operationId} has an example of ${line} but does not list it`)
    for (const code of errorCodes) answered.add(code)
  }
  for (const [code, { outside_operations: outside }] of Object.entries(names.errors)) {
    if (outside === undefined && !answered.has(code))
      problems.push(`${code} is not listed by any operation`)
    if (outside !== undefined && answered.has(code))
      problems.push(`${code} is listed by an operation but marked outside_operations`)
  }
  return problems
}

/** Returns `<status> <code>` of every example of the error responses. */
function shownCodes(operation: Operation): string[] {
  return operation.responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, body }) => {
      const envelopes = Object.values(body?.examples ?? {}) as { error: { code: string } }[]
      return envelopes.map(({ error }) => `${status} ${error.code}`)
    })
}

/** Returns references to route classes, scopes and ledger rows that do not exist. */
export function unknownNames(document: Document, names: Names): string[] {
  const problems: string[] = []
  for (const { operationId, routeClass, scopes } of operationsOf(document)) {
    const known = routeClass === 'none' || names.routeClasses.includes(routeClass)
    if (!known) problems.push(`${operationId}: no route class ${routeClass}`)
    for (const scope of scopes)
      if (!names.scopes.includes(scope)) problems.push(`${operationId}: no scope ${scope}`)
  }
  walk(document, ({ 'x-unspecified': rows }, pointer) => {
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!names.ledger.includes(row as string)) problems.push(`${pointer}: no ledger row ${row}`)
    }
  })
  return problems
}

/**
 * Returns events without a body, without an example or, for registered types, without a version.
 */
export function eventProblems(document: Document): string[] {
  return Object.entries((document.webhooks ?? {}) as Members).flatMap(([type, item]) => {
    const { requestBody, 'x-event-version': version } = (item as { post: Members }).post
    const media = Object.values(
      (requestBody as { content?: Members } | undefined)?.content ?? {},
    ) as Members[]
    const isRegistered = type.startsWith('kyc.')
    return [
      ...(media.length > 0 && media.every(({ schema }) => schema !== undefined)
        ? []
        : [`${type} has no schema`]),
      ...(media.some(({ examples }) => Object.keys((examples ?? {}) as Members).length > 0)
        ? []
        : [`${type} has no example`]),
      ...(isRegistered === (typeof version === 'string')
        ? []
        : [`${type}: exactly the registered types have a version`]),
    ]
  })
}

/** Returns example errors whose URLs do not match their code. */
export function errorUrlProblems(document: Document): string[] {
  const problems: string[] = []
  walk(document, ({ error }, pointer) => {
    if (typeof error !== 'object' || error === null || !('code' in error) || !('doc_url' in error))
      return
    const url = `https://docs.vskit.example/errors/${error.code}`
    for (const key of ['type', 'doc_url'])
      if (error[key] !== url) problems.push(`${pointer}/error/${key}: expected ${url}`)
  })
  return problems
}

/** Returns differences between the component names in the files and in the bundle. */
export function bundledNameProblems(written: readonly string[], document: Document): string[] {
  const kept = Object.entries(document.components as Members).flatMap(([kind, members]) =>
    kind === 'securitySchemes'
      ? []
      : Object.keys(members as Members).map((name) => `${kind}/${name}`),
  )
  return [
    ...written
      .filter((name, index) => written.indexOf(name) !== index)
      .map((name) => `${name} is written twice`),
    ...written
      .filter((name) => !kept.includes(name))
      .map(
        (name) =>
          `${name} is missing in the bundle, because nothing that openapi.yaml lists refers to it: add its path or event there, or delete it`,
      ),
    ...kept
      .filter((name) => !written.includes(name))
      .map((name) => `${name} was generated by the bundler`),
  ]
}

/** Returns `<kind>/<name>` of the components in one file of the contract. */
export function namesWrittenIn(content: Json): string[] {
  const kinds = ['schemas', 'parameters', 'headers', 'responses', 'examples']
  return kinds.flatMap((kind) =>
    Object.keys((content as { [kind: string]: Members })[kind] ?? {}).map(
      (name) => `${kind}/${name}`,
    ),
  )
}

/** Returns route classes without a route and scopes without an operation. */
export function unusedNames(document: Document, { routeClasses, scopes }: Names): string[] {
  const operations = operationsOf(document)
  const used = new Set<string>(
    operations.flatMap(({ routeClass, scopes: needed }) => [routeClass, ...needed]),
  )
  return [
    ...routeClasses
      .filter((name) => !used.has(name))
      .map((name) => `no route has the class ${name}`),
    ...scopes
      .filter((name) => !used.has(name))
      .map((name) => `no operation needs the scope ${name}`),
  ]
}

/** Creates a validator with the whole document, so that references inside a schema resolve. */
export function contractValidator(document: Document): Ajv2020 {
  const lenient = { strictTypes: false, strictRequired: false, validateSchema: false }
  const ajv = new Ajv2020({ strict: true, ...lenient, allErrors: true })
  formats.default(ajv)
  ajv.addFormat('binary', true)
  ajv.addVocabulary([...new Set([...Object.keys(document), 'example', ...extensionsIn(document)])])
  return ajv.addSchema(document, 'contract')
}

/** @param pointer JSON pointer of a schema in the document */
export function schemaAt(ajv: Ajv2020, pointer: string): ValidateFunction {
  const fragment = pointer.split('/').map(encodeURIComponent).join('/')
  return ajv.compile({ $ref: `contract#${fragment}` })
}

export function operationsOf(document: Document): Operation[] {
  return readOperations(document as unknown as Parameters<typeof readOperations>[0])
}

function extensionsIn(document: Document): string[] {
  const extensions: string[] = []
  walk(document, (object) =>
    extensions.push(...Object.keys(object).filter((key) => key.startsWith('x-'))),
  )
  return extensions
}

function follow(document: Document, node: Json): Json | undefined {
  return typeof node === 'object' && node !== null && '$ref' in node
    ? at(document, node.$ref as string)
    : node
}

function at(document: Document, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map(unescape)
    .reduce<Json | undefined>((node, key) => (node as Members | undefined)?.[key], document)
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescape(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
}
