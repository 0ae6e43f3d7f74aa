import { posix } from 'node:path'
import { GateError } from '../judgement.ts'
import { BOUNDS, isMembers, parseFile, type Json, type Members, type ParsedFile } from './parse.ts'
import type { Dialect } from './openapi-3.0.ts'
import { anchorsIn, sharedDynamicNames } from './anchors.ts'
import { fileNamedBy } from './file-names.ts'
import { forEachChild, referencesIn } from './references.ts'
import { checkShape } from './shape.ts'
import type { Source } from './source.ts'
import { Contract } from './contract.ts'

/** Folder of the entries. */
export const CHANGES_FOLDER = 'changes/'

/** @throws {GateError} with a message of one line */
export function loadContract(source: Source): Contract {
  const listed = source.list()
  const isFolder = source.rootFile === null
  const rootFile =
    source.rootFile ??
    ['openapi.yaml', 'openapi.yml', 'openapi.json'].find((file) => listed.includes(file))
  if (rootFile === undefined)
    throw new GateError(
      `${source.name} is a folder without openapi.yaml; pass the OpenAPI file itself`,
    )
  const entries = listed.filter((file) => file.startsWith(CHANGES_FOLDER))
  const files = withSharedNames(readAll(source, rootFile, isFolder ? listed : entries))
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

/** Reads the root and the tables, then all files that they refer to. */
function readAll(source: Source, rootFile: string, beside: string[]): Map<string, ParsedFile> {
  const [root] = parsedFiles(source, [rootFile]) as [ParsedFile]
  const files = new Map([[rootFile, root]])
  let wanted = [...new Set([...beside, ...filesNamedBy(source, root)])].filter(
    (path) => path !== rootFile,
  )
  let bytes = root.text.length
  while (wanted.length > 0) {
    if (files.size + wanted.length > BOUNDS.files)
      throw new GateError(`${source.name} has more than ${BOUNDS.files} files`)
    const read = parsedFiles(source, wanted, root.dialect)
    for (const file of read) {
      files.set(file.path, file)
      bytes += file.text.length
      if (bytes > BOUNDS.totalBytes)
        throw new GateError(`${source.name} is larger than ${BOUNDS.totalBytes >> 20} MiB`)
    }
    wanted = [...new Set(read.flatMap((file) => filesNamedBy(source, file)))].filter(
      (path) => !files.has(path),
    )
  }
  return files
}

/** Parses files again whose `$dynamicRef` may lead to a schema of another file. */
function withSharedNames(files: Map<string, ParsedFile>): Map<string, ParsedFile> {
  const shared = sharedDynamicNames([...files.values()].map(({ value }) => value))
  if (shared.size === 0) return files
  return new Map(
    [...files].map(([path, file]) => [
      path,
      file.text.includes('$dynamicRef') ? parseFile(path, file.text, file.dialect, shared) : file,
    ]),
  )
}

function parsedFiles(source: Source, paths: string[], dialect?: Dialect): ParsedFile[] {
  let texts: string[]
  try {
    texts = source.read(paths)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new GateError(
      `${source.name}: cannot read ${path} (${code}); add the file, or correct the references to it`,
    )
  }
  return paths.map((path, index) => {
    const text = texts[index]!
    try {
      return parseFile(path, text, dialect)
    } catch (error) {
      const isEntry = dialect !== undefined && path.startsWith(CHANGES_FOLDER)
      if (!isEntry || !(error instanceof GateError)) throw error
      return { path, text, value: null, dialect, fault: error }
    }
  })
}

function filesNamedBy(source: Source, { path, value }: ParsedFile): string[] {
  return referencesIn(value).flatMap((reference) => {
    const [named = ''] = reference.split('#')
    if (named === '' || anchorsIn(value).ids.has(named)) return []
    if (/^[a-z][a-z0-9+.-]*:/i.test(named) || named.startsWith('//')) {
      throw new GateError(
        `${source.name}: ${path} refers to ${reference}, and the gate works offline; copy the document into the folder`,
      )
    }
    const file = fileNamedBy(path, named)
    if (file.startsWith('../') || posix.isAbsolute(named)) {
      throw new GateError(
        `${source.name}: ${path} refers to ${reference}, outside of its folder; pass a folder that contains both`,
      )
    }
    return [file]
  })
}

function documentOf(value: Json, name: string): Members {
  if (isMembers(value) && 'swagger' in value)
    throw new GateError(
      `${name} is Swagger 2.0; the gate reads OpenAPI 3, so convert both versions`,
    )
  if (!isMembers(value) || !/^3\.\d/.test(String(value.openapi)))
    throw new GateError(
      `${name} is not an OpenAPI 3 document: expected an object with \`openapi: 3.x\`; pass the root document`,
    )
  if (!isMembers(value.paths) && !isMembers(value.webhooks))
    throw new GateError(
      `${name} has neither paths nor webhooks; the gate compares requests, responses and events, so pass the document that uses its components`,
    )
  return value
}

/**
 * Follows every reachable reference once, to check that it has a target. Not recursive: chains of references are longer than the
 * stack.
 */
function checkReferences(contract: Contract): void {
  const seen = new Set<Json>()
  const pending: Json[] = [contract.root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    forEachChild(contract, node, (child) => pending.push(child))
  }
}
