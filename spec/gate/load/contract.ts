import { posix } from 'node:path'
import { CouldNotJudge } from '../judgement.ts'
import {
  BOUNDS,
  homeOf,
  isMembers,
  parseFile,
  type Json,
  type Members,
  type ParsedFile,
} from './parse.ts'
import type { Dialect } from './openapi-3.0.ts'
import { forEachChild, referencesIn } from './references.ts'
import { checkShape } from './shape.ts'
import type { Source } from './source.ts'

/**
 * A contract in memory: its OpenAPI root and every file beside it. Nodes are the parsed objects themselves; `homeOf` tells where
 * one was written.
 */
export class Contract {
  readonly name: string
  readonly origin: string
  readonly prefix: string
  readonly root: Members
  readonly rootFile: string
  /** A folder is compared with its tables; a single file by its OpenAPI alone. */
  readonly isFolder: boolean
  readonly files: ReadonlyMap<string, ParsedFile>
  readonly dialect: Dialect
  readonly #targets = new Map<object, Json>()

  constructor(
    of: Pick<Contract, 'name' | 'origin' | 'prefix' | 'root' | 'rootFile' | 'isFolder'>,
    files: Map<string, ParsedFile>,
  ) {
    this.name = of.name
    this.origin = of.origin
    this.prefix = of.prefix
    this.root = of.root
    this.rootFile = of.rootFile
    this.isFolder = of.isFolder
    this.files = files
    this.dialect = files.get(of.rootFile)!.dialect
  }

  /** Follows references until there is none; anything else is itself. */
  resolve(node: Json | undefined): Json | undefined {
    const seen = new Set<Json>()
    let current = node
    while (isMembers(current) && typeof current.$ref === 'string') {
      if (seen.has(current))
        throw new CouldNotJudge(`${this.#place(current)}: ${current.$ref} refers to itself`)
      seen.add(current)
      current = this.target(current, current.$ref)
    }
    return current
  }

  /** What a reference, written on a node, leads to. */
  target(from: object, reference: string): Json {
    const known = this.#targets.get(from)
    if (known !== undefined) return known
    const [path = '', fragment = ''] = reference.split('#')
    const file =
      path === '' ? homeOf(from).file : posix.join(posix.dirname(homeOf(from).file), path)
    let node: Json | undefined = this.files.get(file)?.value
    for (const part of fragment.split('/').slice(1)) node = member(node, decodePart(part))
    if (node === undefined)
      throw new CouldNotJudge(`${this.#place(from)}: the reference ${reference} leads nowhere`)
    this.#targets.set(from, node)
    return node
  }

  /** A table beside the OpenAPI document, such as `errors.yaml`. */
  table(file: string): Json | undefined {
    return this.files.get(file)?.value
  }

  #place(node: object): string {
    const { file, pointer } = homeOf(node)
    return `${this.name}: ${file}#${pointer}`
  }
}

/** @throws CouldNotJudge with one line for the user */
export function loadContract(source: Source): Contract {
  const listed = source.list()
  const isFolder = source.rootFile === null
  const rootFile =
    source.rootFile ??
    ['openapi.yaml', 'openapi.yml', 'openapi.json'].find((file) => listed.includes(file))
  if (rootFile === undefined)
    throw new CouldNotJudge(`${source.name} is a folder without openapi.yaml`)
  const entries = listed.filter((file) => file.startsWith('changes/'))
  const files = readAll(source, rootFile, isFolder ? listed : entries)
  const root = documentOf(
    files.get(rootFile)!.value,
    `${source.name}${isFolder ? `/${rootFile}` : ''}`,
  )
  const contract = new Contract(
    { name: source.name, origin: source.origin, prefix: source.prefix, root, rootFile, isFolder },
    files,
  )
  checkReferences(contract)
  checkShape(contract)
  return contract
}

/** Reads the root and the files beside it, then those that they refer to, until there is no other. */
function readAll(source: Source, rootFile: string, beside: string[]): Map<string, ParsedFile> {
  const [root] = parsedFiles(source, [rootFile]) as [ParsedFile]
  const files = new Map([[rootFile, root]])
  let wanted = [...new Set([...beside, ...filesNamedBy(source, root)])].filter(
    (path) => path !== rootFile,
  )
  let bytes = root.text.length
  while (wanted.length > 0) {
    if (files.size + wanted.length > BOUNDS.files)
      throw new CouldNotJudge(`${source.name} has more than ${BOUNDS.files} files`)
    const read = parsedFiles(source, wanted, root.dialect)
    for (const file of read) {
      files.set(file.path, file)
      bytes += file.text.length
      if (bytes > BOUNDS.totalBytes)
        throw new CouldNotJudge(`${source.name} is larger than ${BOUNDS.totalBytes >> 20} MiB`)
    }
    wanted = [...new Set(read.flatMap((file) => filesNamedBy(source, file)))].filter(
      (path) => !files.has(path),
    )
  }
  return files
}

function parsedFiles(source: Source, paths: string[], dialect?: Dialect): ParsedFile[] {
  let texts: string[]
  try {
    texts = source.read(paths)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CouldNotJudge(`${source.name}: cannot read ${path} (${code})`)
  }
  return paths.map((path, index) => parseFile(path, texts[index]!, dialect))
}

function filesNamedBy(source: Source, { path, value }: ParsedFile): string[] {
  return referencesIn(value).flatMap((reference) => {
    const [named = ''] = reference.split('#')
    if (named === '') return []
    if (/^[a-z][a-z0-9+.-]*:/i.test(named) || named.startsWith('//')) {
      throw new CouldNotJudge(
        `${source.name}: ${path} refers to ${reference}, and the gate works offline`,
      )
    }
    const file = posix.join(posix.dirname(path), named)
    if (file.startsWith('../') || posix.isAbsolute(named)) {
      throw new CouldNotJudge(
        `${source.name}: ${path} refers to ${reference}, outside of its folder`,
      )
    }
    return [file]
  })
}

function documentOf(value: Json, name: string): Members {
  if (isMembers(value) && 'swagger' in value)
    throw new CouldNotJudge(`${name} is Swagger 2.0; the gate reads OpenAPI 3`)
  const isDocument =
    isMembers(value) &&
    /^3\.\d/.test(String(value.openapi)) &&
    (isMembers(value.paths) || isMembers(value.webhooks))
  if (!isDocument) throw new CouldNotJudge(`${name} is not an OpenAPI 3 document`)
  return value
}

/** Follows every reference that can be reached once: each leads somewhere. */
function checkReferences(contract: Contract): void {
  const seen = new Set<Json>()
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    forEachChild(contract, node, visit)
  }
  visit(contract.root)
}

function decodePart(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A lone percent sign is itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

function member(node: Json | undefined, key: string): Json | undefined {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  return (node as Members)[key]
}
