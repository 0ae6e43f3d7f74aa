import { LineCounter, parseDocument } from 'yaml'
import { jsonProblem } from '../../../library/file-errors.ts'
import { GateError } from '../judgement.ts'
import { settleDynamicRefs } from './anchors.ts'
import { decodePart, encodePart, isMembers, type Json, type Members } from './json.ts'
import { type Dialect, DIALECTS, dialectOf, translate30 } from './openapi-3.0.ts'
import { type Lines, repeatedKey, yamlLines } from './positions.ts'

export {
  decodePart,
  encodePart,
  isMembers,
  declaredNames,
  type Json,
  type Members,
} from './json.ts'

/** Larger input is refused before it is parsed. The largest public documents (GitHub, Stripe, DigitalOcean) fit. */
export const BOUNDS = {
  fileBytes: 16 << 20,
  totalBytes: 48 << 20,
  yamlBytes: 10 << 20,
  yamlItems: 350_000,
  files: 20_000,
  aliases: 2000,
  depth: 120,
}

export interface ParsedFile {
  readonly path: string
  readonly text: string
  readonly value: Json
  readonly dialect: Dialect
  /** Lines of YAML files, which the parser provides; those of JSON are computed on demand. */
  readonly lines?: Lines
  /** Why an entry could not be parsed: only those of head must be valid. */
  readonly fault?: GateError
}

export interface Home {
  readonly file: string
  readonly pointer: string
  /** The parsed file. Two contracts may have different files of one name. */
  readonly root: Json
}

const homes = new WeakMap<object, Home>()

/** First location of an object. YAML aliases share one object with one location. */
export function homeOf(node: object): Home {
  return homes.get(node) ?? { file: '', pointer: '', root: null }
}

/** Returns the location of a member, also of one that is no object. An alias is where its anchor is. */
export function homeOfMember(
  owner: object,
  names: readonly string[],
): Pick<Home, 'file' | 'pointer'> {
  const [name, ...others] = names
  if (name === undefined) return homeOf(owner)
  const member = (owner as Members)[name]
  if (typeof member === 'object' && member !== null && homes.has(member))
    return homeOfMember(member, others)
  const { file, pointer } = homeOf(owner)
  return { file, pointer: [pointer, ...names.map(encodePart)].join('/') }
}

/** Returns the members that an author wrote at the location of an object. A copy may have others. */
export function writtenAt(node: object): Members {
  const { root, pointer } = homeOf(node)
  const found = pointer
    .split('/')
    .slice(1)
    .map(decodePart)
    .reduce<Json | undefined>(
      (at, part) => (isMembers(at) || Array.isArray(at) ? (at as Members)[part] : undefined),
      root,
    )
  return isMembers(found) ? found : {}
}

/** Assigns the location of the original to a copy. */
export function atHomeOf<T extends object>(original: object, copy: T): T {
  homes.set(copy, homeOf(original))
  return copy
}

/** Visits each object once, so aliases cost nothing. */
function settle(node: Json, { file, pointer, root }: Home, depth: number): void {
  if (typeof node !== 'object' || node === null || homes.has(node)) return
  if (depth > BOUNDS.depth)
    throw new GateError(
      `${file} is nested deeper than ${BOUNDS.depth} levels; move parts of it into references`,
    )
  homes.set(node, { file, pointer, root })
  for (const [key, child] of Object.entries(node))
    settle(child, { file, pointer: `${pointer}/${encodePart(key)}`, root }, depth + 1)
}

/** Base and head share most of their files, so each is parsed only once per dialect. */
const parsed = new Map<string, ParsedFile>()

/**
 * Parses a file of a contract and records where each of its nodes was written.
 * @param dialect of the root document; undefined for the root itself, which declares it
 * @param shared names of dynamic anchors that several files of the contract have
 * @throws {GateError} with file and line
 */
export function parseFile(
  path: string,
  text: string,
  dialect?: Dialect,
  shared: ReadonlySet<string> = new Set(),
): ParsedFile {
  const dialects = dialect === undefined ? DIALECTS : [dialect]
  const keyIn = (one: Dialect) => JSON.stringify([one, path, ...shared])
  for (const one of dialects) {
    const known = parsed.get(keyIn(one))
    if (known?.text === text) return known
  }
  if (text.length > BOUNDS.fileBytes)
    throw new GateError(`${path} is larger than ${BOUNDS.fileBytes >> 20} MiB`)
  const read = path.endsWith('.json') ? { value: parseJson(path, text) } : parseYaml(path, text)
  const { value } = read
  const file = { path, text, ...read, dialect: dialect ?? dialectOf(value) }
  if (file.dialect === '3.0') translate30(value)
  settle(value, { file: path, pointer: '', root: value }, 0)
  // After the depth check, because the search is recursive.
  if (path.endsWith('.json')) refuseRepeatedKey(path, text)
  if (text.includes('$dynamicRef')) settleDynamicRefs(value, shared)
  parsed.set(keyIn(file.dialect), file)
  return file
}

function parseJson(path: string, text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new GateError(`${path} is not JSON: ${jsonProblem(text, error)}`)
  }
}

/** `yamlLines` refuses duplicate keys of YAML; `JSON.parse` would use the last one without an error. */
function refuseRepeatedKey(path: string, text: string): void {
  const repeated = repeatedKey(text)
  if (repeated)
    throw new GateError(
      `${path}:${repeated.line}: the key ${JSON.stringify(repeated.key)} occurs twice`,
    )
}

/** Refuses large YAML before it is parsed: the parser needs up to a thousand times the size of the text. */
function parseYaml(path: string, text: string): { value: Json; lines: Lines } {
  const { yamlBytes, yamlItems } = BOUNDS
  if (text.length > yamlBytes)
    throw new GateError(`${path} is larger than ${yamlBytes >> 20} MiB; as JSON it may be larger`)
  if ((text.match(/[\n,[{]/g)?.length ?? 0) > yamlItems)
    throw new GateError(
      `${path} has more than ${yamlItems} lines and items; as JSON it may have more`,
    )
  try {
    const lineCounter = new LineCounter()
    // OpenAPI documents are YAML 1.2, and common tools also merge `<<`. The level `silent` would pass over a second document.
    const options = { logLevel: 'error', merge: true, lineCounter, uniqueKeys: false } as const
    const document = parseDocument(text, options)
    const [fault] = document.errors
    if (fault?.code === 'MULTIPLE_DOCS')
      throw new Error('it contains multiple documents; put each into a file')
    if (fault) throw fault
    const value = document.toJS({ maxAliasCount: BOUNDS.aliases }) as Json
    return { value, lines: yamlLines(document, lineCounter) }
  } catch (error) {
    throw new GateError(`${path} is not valid YAML: ${firstLine(error)}`)
  }
}

function firstLine(error: unknown): string {
  if (error instanceof RangeError || String(error).includes('call stack'))
    return 'it is nested too deeply'
  return String((error as Error).message)
    .split('\n')[0]!
    .replace(/:$/, '')
}
