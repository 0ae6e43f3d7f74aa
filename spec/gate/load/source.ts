import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import { GateError } from '../judgement.ts'
import {
  type Blob,
  commitOf,
  isRepository,
  isShallow,
  listBlobs,
  otherTypeOf,
  pathInRepository,
  readBlobs,
  submoduleAround,
} from './git.ts'
import { BOUNDS } from './parse.ts'
import { textOf } from './text.ts'

/**
 * The source of a contract: a folder such as `spec/`, or one file with the files that it refers to.
 */
export interface Source {
  /** Name as given by the user. */
  readonly name: string
  /** The root document if the source is a file; null for a folder. */
  readonly rootFile: string | null
  /** The folder, or the commit and its folder: two sources of one origin have no order in time. */
  readonly origin: string
  /** Prefix for paths of the source, in reports and SARIF. */
  readonly prefix: string
  /** Paths of all readable files, relative to the folder. */
  list(): string[]
  read(paths: readonly string[]): string[]
}

const FORMAT = /\.(ya?ml|json)$/
/** `gate` is this folder, with its corpus of edits. */
const SKIPPED = new Set(['node_modules', 'generated', 'dist', 'gate'])

/** Other files and folders are not part of a contract unless a reference points to them. */
function isWanted(name: string): boolean {
  return !name.startsWith('.') && !SKIPPED.has(name)
}

/**
 * Tries an existing path first, then `REV:PATH`, then a revision with the path of the contract.
 * @param contract path of the contract in the working tree, for a revision without a path
 */
export function openSource(name: string, cwd: string, contract: string): Source {
  // `git merge-base` prints nothing in a shallow clone.
  if (name === '')
    throw new GateError(
      'the name of a contract is empty; pass a revision, a folder or a file, and in CI fetch the history of the branch',
    )
  const stats = statSync(resolve(cwd, name), { throwIfNoEntry: false })
  if (stats) return fileSource(name, resolve(cwd, name), stats.isDirectory(), cwd)
  const colon = name.indexOf(':')
  const [revision, path] =
    colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)]
  if (!isRepository(cwd))
    throw new GateError(
      `${name} is not a file, and this is not a git repository; pass an existing file or folder`,
    )
  const commit = commitOf(cwd, revision)
  const other = commit ? null : otherTypeOf(cwd, revision)
  if (other)
    throw new GateError(
      `${revision} is a ${other} of this git repository; pass a commit, a branch, a tag of one, or REVISION:PATH`,
    )
  if (!commit)
    throw new GateError(
      `${name} is neither a file nor a revision of this git repository${
        isShallow(cwd)
          ? ', which is a shallow clone; fetch its history with `git fetch --unshallow`, in GitHub Actions with `fetch-depth: 0`'
          : '; pass one of them'
      }`,
    )
  const from = { name, revision, commit }
  // As in git, a path that begins with a dot is relative to the current folder.
  const isRelative = path !== undefined && /^\.\.?(\/|$)/.test(path)
  const named = isRelative ? pathInRepository(cwd, path) : path
  if (named !== undefined)
    return gitSource(from, cwd, named, 'pass the path of a contract in it, as REVISION:PATH')
  const own = pathInRepository(cwd, relative(cwd, resolve(cwd, contract)))
  return gitSource(
    from,
    cwd,
    own,
    'pass the path of the contract with --contract, or its former path as REVISION:PATH; a new contract has nothing to be compared with yet',
  )
}

function fileSource(name: string, path: string, isFolder: boolean, cwd: string): Source {
  const folder = isFolder ? path : dirname(path)
  const below = realpathSync(folder)
  const near = relative(cwd, folder).split(sep).join('/')
  return {
    name,
    rootFile: isFolder ? null : basename(path),
    origin: below,
    prefix: near === '' ? '' : `${near}/`,
    list: () => filesBelow(folder),
    read: (paths) =>
      paths.map((file) => {
        const at = join(folder, file)
        const real = realpathSync(at)
        if (real !== below && !real.startsWith(below + sep))
          throw new GateError(
            `${file} is a link to a file outside of its folder; copy that file into the folder`,
          )
        const stats = statSync(real)
        // A pipe or a device could be read without end.
        if (!stats.isFile()) throw new GateError(`${file} is not a regular file; replace it by one`)
        bounded(file, stats.size)
        return textOf(file, readFileSync(real))
      }),
  }
}

function filesBelow(folder: string): string[] {
  const found: string[] = []
  const visit = (place: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, place), { withFileTypes: true })) {
      if (!isWanted(entry.name)) continue
      const path = place === '' ? entry.name : `${place}/${entry.name}`
      if (entry.isDirectory() && depth < 8) visit(path, depth + 1)
      else if (FORMAT.test(path)) found.push(path)
      if (found.length > BOUNDS.files * 10) return
    }
  }
  visit('', 0)
  return found.sort()
}

/** @param remedy how to name another path, if the commit does not have this one */
function gitSource(
  { name, revision, commit }: { name: string; revision: string; commit: string },
  cwd: string,
  path: string,
  remedy: string,
): Source {
  const whole = listBlobs(cwd, commit, path === '' ? '.' : path)
  const submodule = whole.length === 0 ? submoduleAround(cwd, commit, path) : undefined
  if (whole.length === 0)
    throw new GateError(
      submodule !== undefined
        ? `${submodule} is a submodule in the revision ${revision}; run the command in its folder, with --contract ${posix.relative(submodule, path) || '.'}`
        : `the revision ${revision} has no ${path}; ${remedy}`,
    )
  const [only] = whole
  if (only!.isLink && only!.path === path) {
    const [target] = readBlobs(cwd, [only!])
    const linked = posix.join(posix.dirname(path), target!)
    if (linked.startsWith('../') || posix.isAbsolute(target!))
      throw new GateError(`${path} is a link to ${target}, outside of the repository`)
    return gitSource({ name, revision, commit }, cwd, linked, remedy)
  }
  const isFile = whole.length === 1 && whole[0]!.path === path
  const folder = isFile ? dirname(path) : path
  const prefix = folder === '.' || folder === '' ? '' : `${folder}/`
  const blobs = isFile ? listBlobs(cwd, commit, folder) : whole
  const byPath = new Map<string, Blob>()
  for (const blob of blobs) {
    const file = blob.path.slice(prefix.length)
    if (FORMAT.test(file)) byPath.set(file, blob)
  }
  return {
    name,
    rootFile: isFile ? basename(path) : null,
    origin: `${commit}:${folder}`,
    prefix,
    list: () => [...byPath.keys()].filter((file) => file.split('/').every(isWanted)).sort(),
    read: (paths) =>
      readBlobs(
        cwd,
        paths.map((file) => {
          const blob = linkedBlob(cwd, file, byPath)
          if (!blob) throw new GateError(`the revision ${revision} has no ${prefix}${file}`)
          bounded(file, blob.bytes)
          return blob
        }),
      ),
  }
}

const MOST_LINKS = 20

/** The file that a path of the folder names, which may be a link to another one. */
function linkedBlob(
  cwd: string,
  file: string,
  byPath: ReadonlyMap<string, Blob>,
): Blob | undefined {
  let path = file
  for (let links = 0; links < MOST_LINKS; links++) {
    const blob = byPath.get(path)
    if (!blob?.isLink) return blob
    const [target] = readBlobs(cwd, [blob])
    path = posix.join(posix.dirname(path), target!)
    if (path.startsWith('../') || posix.isAbsolute(target!))
      throw new GateError(
        `${file} is a link to a file outside of its folder; copy that file into the folder`,
      )
  }
  throw new GateError(`${file} is a link to itself`)
}

function bounded(file: string, bytes: number): void {
  if (bytes > BOUNDS.fileBytes)
    throw new GateError(`${file} is larger than ${BOUNDS.fileBytes >> 20} MiB`)
}
