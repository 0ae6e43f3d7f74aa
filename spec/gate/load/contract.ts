import { GateError } from '../judgement.ts'
import { decodePart, homeOf, isMembers, type Json, type Members, type ParsedFile } from './parse.ts'
import { anchorsIn, hasAbsoluteId } from './anchors.ts'
import type { Dialect } from './openapi-3.0.ts'
import { fileNamedBy } from './file-names.ts'

/** Resolves the references of schemas. */
export type References = Pick<Contract, 'target' | 'selectable' | 'dialect'>

/**
 * Resolves references in `head`, and those of schemas that only `base` has in `base`: a new condition is judged by the previous
 * schema with its branches.
 */
export function inBoth(base: Contract, head: Contract): References {
  const contractOf = (node: object) => (base.owns(node) && !head.owns(node) ? base : head)
  return {
    dialect: head.dialect,
    target: (from, reference) => contractOf(from).target(from, reference),
    selectable: (from, reference) => contractOf(from).selectable(from, reference),
  }
}

/**
 * A contract in memory: its OpenAPI root and all other files. Nodes are the parsed objects;
 * `homeOf` returns the location of one.
 */
export class Contract {
  readonly name: string
  readonly origin: string
  readonly prefix: string
  readonly root: Members
  readonly rootFile: string
  /** A folder is compared including its tables, a single file only as OpenAPI. */
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

  /** Follows references to the end; returns other nodes unchanged. */
  resolve(node: Json | undefined): Json | undefined {
    return node === undefined ? undefined : this.chain(node).at(-1)
  }

  /** Returns a node, the target of its reference, and so on to the end. */
  chain(node: Json): Json[] {
    const found = new Set<Json>()
    let current = node
    while (isMembers(current) && typeof current.$ref === 'string') {
      if (found.has(current))
        throw new GateError(
          `${this.#place(current)}: ${current.$ref} refers to itself; replace one of the references by a schema`,
        )
      found.add(current)
      current = this.target(current, current.$ref)
    }
    return [...found, current]
  }

  /** Resolves a reference of a node. */
  target(from: object, reference: string): Json {
    const known = this.#targets.get(from)
    if (known !== undefined) return known
    const node = this.find(from, reference)
    if (node === undefined)
      throw new GateError(
        `${this.#place(from)}: the reference ${reference} does not resolve; correct it, or add its target`,
      )
    this.#targets.set(from, node)
    return node
  }

  /** Returns the node that a reference of another node names, or undefined if it is not in the contract. */
  find(from: object, reference: string): Json | undefined {
    const [path = '', fragment = ''] = reference.split('#')
    const own = path === '' ? this.#ownResource(from) : undefined
    return (
      (own && this.#within(own, fragment)) ??
      this.#within(this.#resource(homeOf(from).file, path), fragment)
    )
  }

  /** Returns the schemas that a `$dynamicRef` of a node may lead to, in any file, by their places. */
  selectable(from: object, reference: string): Map<string, Members> {
    const initial = this.find(from, reference)
    const [, name = ''] = reference.split('#')
    const dynamic = [...this.files.values()].flatMap(
      ({ value }) => anchorsIn(value).dynamic.get(name) ?? [],
    )
    const found = isMembers(initial) ? [initial, ...dynamic] : dynamic
    return new Map(found.map((schema) => [this.#placeInRoot(schema), schema]))
  }

  /** The root documents are compared even if their file names differ. */
  #placeInRoot(node: object): string {
    const { file, pointer } = homeOf(node)
    return `${file === this.rootFile ? '' : file}#${pointer}`
  }

  /** The innermost schema with an absolute `$id` around a node, in which the node is written. */
  #ownResource(from: object): Members | undefined {
    const { file, pointer } = homeOf(from)
    const root = this.files.get(file)?.value
    if (!isMembers(root) || anchorsIn(root).ids.size === 0) return undefined
    let found: Members | undefined
    let node: Json | undefined = root
    for (const part of pointer.split('/').slice(1)) {
      node = member(node, decodePart(part))
      if (isMembers(node) && hasAbsoluteId(node)) found = node
    }
    return found
  }

  /** Whether a node, or the original of a copy, is part of this contract. */
  owns(node: object): boolean {
    const { file, root } = homeOf(node)
    return this.files.get(file)?.value === root
  }

  /** The file of a path, or the schema of an absolute `$id` in the same file. */
  #resource(file: string, path: string): Json | undefined {
    const own = this.files.get(file)?.value
    if (path === '') return own
    return anchorsIn(own ?? null).ids.get(path) ?? this.files.get(fileNamedBy(file, path))?.value
  }

  #within(resource: Json | undefined, fragment: string): Json | undefined {
    if (fragment !== '' && !fragment.startsWith('/'))
      return anchorsIn(resource ?? null).names.get(fragment) ?? undefined
    let node = resource
    for (const part of fragment.split('/').slice(1)) node = member(node, decodeFragment(part))
    return node
  }

  /** A table beside the OpenAPI document, such as `errors.yaml`, which may also be JSON. */
  table(file: string): Json | undefined {
    return this.files.get(this.tableFile(file))?.value
  }

  /** Returns the path of a table; the name of the YAML file if the contract has none. */
  tableFile(file: string): string {
    const names = ['yaml', 'yml', 'json'].map((format) => file.replace(/yaml$/, format))
    return names.find((name) => this.files.has(name)) ?? file
  }

  #place(node: object): string {
    const { file, pointer } = homeOf(node)
    return `${this.name}: ${file}#${pointer}`
  }
}

function decodeFragment(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A lone percent sign is itself.
  }
  return decodePart(text)
}

function member(node: Json | undefined, key: string): Json | undefined {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  return (node as Members)[key]
}
