import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Audience } from '../../judgement.ts'

export type Verdict = 'breaking' | 'risky' | 'safe' | 'same'

/** Verdict of oasdiff 1.15; `unread` for a document that it cannot read. */
export type OasdiffVerdict = Verdict | 'unread'

/** Two documents and the verdict that is expected of them. */
export interface Pair {
  readonly name: string
  readonly base: object
  readonly head: object
  readonly expected: Verdict
  /** Expected verdicts for each audience, if they are stated; `same` for one that is not affected. */
  readonly audiences?: Readonly<Record<Audience, Verdict>>
  /** Why the verdict differs from that of oasdiff; absent if it does not. */
  readonly differs?: string
}

interface SchemaEdit {
  readonly edit: string
  readonly openapi?: string
  readonly was: object
  readonly is: object
  readonly sent: Verdict
  readonly received: Verdict
  readonly differs?: string
}

interface DocumentEdit {
  readonly edit: string
  readonly was: object
  readonly is: object
  readonly expected?: Verdict
  /** In place of `expected`: verdicts for client, consumer and implementer. */
  readonly audiences?: readonly [client: Verdict, consumer: Verdict, implementer: Verdict]
  readonly differs?: string
}

type Place = (schema: object) => { parameters?: object[]; requestBody?: object; responses?: object }

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const field = (schema: object) => json({ type: 'object', properties: { field: schema } })

const reference = { $ref: '#/components/schemas/Thing' }

/** A third element tells that the place refers to the schema, as the component `Thing`. */
const PLACES: Readonly<
  Record<
    string,
    readonly [direction: 'sent' | 'received', place: Place, byReference?: 'by reference']
  >
> = {
  'a request field': ['sent', (schema) => ({ requestBody: { required: true, ...field(schema) } })],
  'a request body': ['sent', (schema) => ({ requestBody: { required: true, ...json(schema) } })],
  'a query parameter': ['sent', (schema) => ({ parameters: [{ name: 'q', in: 'query', schema }] })],
  'a response field': ['received', (schema) => ({ responses: { 200: answer(field(schema)) } })],
  'a response body': ['received', (schema) => ({ responses: { 200: answer(json(schema)) } })],
  'a response header': [
    'received',
    (schema) => ({ responses: { 200: answer({ headers: { 'X-A': { schema } } }) } }),
  ],
  'a request body by reference': [
    'sent',
    () => ({ requestBody: { required: true, ...json(reference) } }),
    'by reference',
  ],
  'a response body by reference': [
    'received',
    () => ({ responses: { 200: answer(json(reference)) } }),
    'by reference',
  ],
}

function answer(of: object): object {
  return { description: 'Done.', ...of }
}

/** Returns every edit of `schemas.yaml` at every place, and the pairs of `documents.yaml`. */
export function openapiPairs(): Pair[] {
  const schemas = read('schemas.yaml') as SchemaEdit[]
  const documents = read('documents.yaml') as DocumentEdit[]
  return [
    ...schemas.flatMap((edit) =>
      Object.entries(PLACES).map(([name, [direction, place, byReference]]): Pair => {
        const document = (schema: object) => ({
          openapi: edit.openapi ?? '3.1.0',
          info: { title: 'Small', version: '1' },
          paths: {
            '/things': { post: { responses: { 200: answer({}) }, ...place(schema) } },
          },
          ...(byReference && { components: { schemas: { Thing: schema } } }),
        })
        return {
          name: `${edit.edit}, ${name}`,
          base: document(edit.was),
          head: document(edit.is),
          expected: edit[direction],
          ...(edit.differs !== undefined && { differs: edit.differs }),
        }
      }),
    ),
    ...documents.map(pairOf),
  ]
}

const LEVELS: readonly Verdict[] = ['breaking', 'risky', 'safe', 'same']

function pairOf({ edit, was, is, expected, audiences, differs }: DocumentEdit): Pair {
  const stated = audiences && {
    client: audiences[0],
    consumer: audiences[1],
    implementer: audiences[2],
  }
  return {
    name: edit,
    base: whole(was),
    head: whole(is),
    expected: expected ?? LEVELS.find((level) => audiences?.includes(level))!,
    ...(stated && { audiences: stated }),
    ...(differs !== undefined && { differs }),
  }
}

function whole(of: object): object {
  return { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths: {}, ...of }
}

function read(file: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
}

interface Difference {
  readonly edit?: string
  readonly place?: string
  readonly gate: string
  readonly oasdiff: string
  readonly why: string
}

const differences = read('differences.yaml') as Difference[]

/**
 * Returns the reason why the verdicts of gate and oasdiff may differ for a pair; undefined if none
 * is listed.
 */
export function reasonOf(pair: Pair, gate: Verdict, oasdiff: OasdiffVerdict): string | undefined {
  const [edit = '', place = ''] = [pair.name, pair.name.split(', ').at(-1)]
  const is = (pattern: string | undefined, text: string) => new RegExp(pattern ?? '').test(text)
  const listed = differences.find(
    (of) =>
      is(of.edit, edit) &&
      is(of.place, place) &&
      is(`^(${of.gate})$`, gate) &&
      is(`^(${of.oasdiff})$`, oasdiff),
  )
  return pair.differs ?? listed?.why
}

/** The verdicts of oasdiff, as `compare.ts --write` recorded them. */
export function oasdiffVerdicts(): Record<string, OasdiffVerdict> {
  return read('oasdiff.json') as Record<string, OasdiffVerdict>
}
