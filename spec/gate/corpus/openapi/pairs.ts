import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
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
  /** Start of the place of every change, if the edit determines it. */
  readonly at?: string
  /** Keyword that alone differs, whose name starts the kind of a change. */
  readonly keyword?: string
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

/** The last element tells that the place refers to the schema, as the component `Thing`. */
const PLACES: Readonly<
  Record<
    string,
    readonly [
      direction: 'sent' | 'received',
      at: string,
      place: Place,
      byReference?: 'by reference',
    ]
  >
> = {
  'a request field': [
    'sent',
    'request body: field',
    (schema) => ({ requestBody: { required: true, ...field(schema) } }),
  ],
  'a request body': [
    'sent',
    'request body',
    (schema) => ({ requestBody: { required: true, ...json(schema) } }),
  ],
  'a query parameter': [
    'sent',
    'query q',
    (schema) => ({ parameters: [{ name: 'q', in: 'query', schema }] }),
  ],
  'a response field': [
    'received',
    '200 body: field',
    (schema) => ({ responses: { 200: answer(field(schema)) } }),
  ],
  'a response body': [
    'received',
    '200 body',
    (schema) => ({ responses: { 200: answer(json(schema)) } }),
  ],
  'a response header': [
    'received',
    '200 header X-A',
    (schema) => ({ responses: { 200: answer({ headers: { 'X-A': { schema } } }) } }),
  ],
  'a request body by reference': [
    'sent',
    'request body',
    () => ({ requestBody: { required: true, ...json(reference) } }),
    'by reference',
  ],
  'a response body by reference': [
    'received',
    '200 body',
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
      Object.entries(PLACES).map(([name, [direction, at, place, byReference]]): Pair => {
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
          at: `POST /things, ${at}`,
          ...keywordOf(edit),
          ...(edit.differs !== undefined && { differs: edit.differs }),
        }
      }),
    ),
    ...documents.map(pairOf),
  ]
}

/** Keywords that restrict values by themselves: an edit of one has a kind with its name. */
const ALONE = new Set(
  (
    'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems ' +
    'uniqueItems minProperties maxProperties dependentRequired'
  ).split(' '),
)

/** Beside a list of values, a keyword removes values of the list. A flag of OpenAPI 3.0 changes the keyword `minimum` or `maximum`. */
function keywordOf({ was, is }: SchemaEdit): Pick<Pair, 'keyword'> {
  const [before, after] = [was, is] as Record<string, unknown>[]
  const [keyword, ...others] = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => !isDeepStrictEqual(before![key], after![key]),
  )
  const isOther =
    'enum' in was ||
    'const' in was ||
    [before, after].some((side) => keyword?.startsWith('exclusive') && side![keyword] === true)
  return keyword !== undefined && others.length === 0 && !isOther && ALONE.has(keyword)
    ? { keyword }
    : {}
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
  return parse(readFileSync(join(import.meta.dirname, file), 'utf8'), { maxAliasCount: -1 })
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
