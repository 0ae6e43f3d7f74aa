import { join } from 'node:path'
import type { Io } from './actions.ts'
import { specCommand } from './command.ts'
import { diffContracts } from './diff.ts'
import type { Change, Severity } from './judgement.ts'
import { loadContract } from './load/load-contract.ts'
import type { Source } from './load/source.ts'

/** A small contract with one operation and one event. */
export const SMALL = `openapi: 3.1.0
info: { title: Small, version: '1' }
paths:
  /v1/things:
    get:
      operationId: listThings
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Thing' }
        '429': { description: Later. }
webhooks:
  thing.made:
    post:
      operationId: onThingMade
      x-event-version: '1'
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Made' }
      responses: { 2XX: { description: Thanks. } }
components:
  schemas:
    Thing:
      type: object
      required: [id]
      properties: { id: { type: string }, state: { type: string, enum: [new, old] } }
    Made:
      type: object
      required: [thingId]
      properties: { thingId: { type: string } }
`

export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: number | undefined
}

/** Runs `vskit spec …` in this process. */
export async function ran(cwd: string, ...args: string[]): Promise<Ran> {
  const of = { out: '', err: '', code: undefined as number | undefined }
  const io: Io = {
    out: (text) => {
      of.out += text
    },
    err: (text) => {
      of.err += text
    },
    exit: (code) => {
      of.code = code
    },
    color: false,
    cwd,
    day: () => '2026-11-21',
  }
  await specCommand(io).parseAsync(args, { from: 'user' })
  return of
}

/**
 * The files of a folder with the small contract as `base.yaml` and an edited copy as `head.yaml`.
 */
export function pair(find: string, put: string): Record<string, string> {
  if (!SMALL.includes(find)) throw new Error(`the small contract has no ${find}`)
  return { 'base.yaml': SMALL, 'head.yaml': SMALL.replace(find, put) }
}

/** Returns the most severe verdict between two documents, as files with different names. */
export async function verdictBetween(base: object, head: object): Promise<Severity | 'same'> {
  const [gravest] = await changesBetween(base, head)
  return gravest?.severity ?? 'same'
}

/** Returns the changes between two documents, most severe first. */
export function changesBetween(base: object, head: object): Promise<Change[]> {
  const [before, after] = [sourceOf(base, 'base.json'), sourceOf(head, 'head.json')]
  return diffContracts(loadContract(before), loadContract(after))
}

/** Returns the changes between two contracts of several files, of which the first is the root. */
export function changesBetweenFiles(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
): Promise<Change[]> {
  return diffContracts(loadContract(sourceOfFiles(base)), loadContract(sourceOfFiles(head)))
}

function sourceOf(document: object, file: string): Source {
  return sourceOfFiles({ [file]: JSON.stringify(document) })
}

function sourceOfFiles(files: Readonly<Record<string, string>>): Source {
  const [file = ''] = Object.keys(files)
  return {
    name: file,
    rootFile: file,
    origin: '',
    prefix: '',
    list: () => [],
    read: (paths) => paths.map((path) => files[path]!),
  }
}

export const SPEC = join(import.meta.dirname, '..')

/** Returns a document with one operation whose request or response has the schema. */
export function documentWith(schema: object, isRequest: boolean): object {
  const body = { content: { 'application/json': { schema } } }
  const operation = isRequest
    ? { requestBody: body, responses: { 204: { description: 'x' } } }
    : { responses: { 200: { description: 'x', ...body } } }
  return {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/x': { post: operation } },
  }
}
