import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { GateError } from '../judgement.ts'
import { BOUNDS } from './parse.ts'
import { textOf } from './text.ts'

export interface Blob {
  path: string
  id: string
  bytes: number
  /** A symbolic link: its text is the path of the target. */
  isLink: boolean
}

/** Returns the commit of a revision, or null if it does not exist. */
export function commitOf(cwd: string, revision: string): string | null {
  if (revision.startsWith('-')) return null
  const { status, stdout } = git(cwd, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  return status === 0 ? stdout.toString().trim() : null
}

/** Returns the type of an object that is no commit, such as a blob; null if there is none. */
export function otherTypeOf(cwd: string, name: string): string | null {
  if (name.startsWith('-')) return null
  // A tag is of the type of its target.
  const { status, stdout } = git(cwd, ['cat-file', '-t', `${name}^{}`])
  return status === 0 ? stdout.toString().trim() : null
}

export function isRepository(cwd: string): boolean {
  return git(cwd, ['rev-parse', '--git-dir']).status === 0
}

/** Whether the repository has only the newest commits, as most CI services fetch it. */
export function isShallow(cwd: string): boolean {
  return git(cwd, ['rev-parse', '--is-shallow-repository']).stdout.toString().trim() === 'true'
}

/** @param path relative to `cwd` @returns a path relative to the root of the repository */
export function pathInRepository(cwd: string, path: string): string {
  const prefix = git(cwd, ['rev-parse', '--show-prefix']).stdout.toString().trim()
  return join(prefix, path).split('\\').join('/').replace(/\/$/, '')
}

/** Returns the committed files at or below a path of the repository. */
export function listBlobs(cwd: string, commit: string, path: string): Blob[] {
  const { stdout } = git(cwd, [
    'ls-tree',
    '-r',
    '-z',
    '-l',
    '--full-tree',
    commit,
    '--',
    path === '.' ? './/' : path,
  ])
  return stdout
    .toString()
    .split('\0')
    .flatMap((line) => {
      const match = /^(\d+) blob (\w+) +(\d+)\t(.+)$/s.exec(line)
      if (!match) return []
      const [, mode, id, bytes, path] = match
      return [{ id: id!, bytes: Number(bytes), path: path!, isLink: mode === '120000' }]
    })
}

/** Returns the submodule of the commit that a path is, or is in: the repository has no files of it. */
export function submoduleAround(cwd: string, commit: string, path: string): string | undefined {
  const names = path.split('/')
  return names
    .map((_, index) => names.slice(0, index + 1).join('/'))
    .find((folder) => {
      const { stdout } = git(cwd, ['ls-tree', '--full-tree', commit, '--', folder])
      return stdout.toString().startsWith('160000 ')
    })
}

/** Reads the texts of all files with one process. */
export function readBlobs(cwd: string, blobs: readonly Blob[]): string[] {
  if (blobs.length === 0) return []
  const { status, stdout } = git(
    cwd,
    ['cat-file', '--batch'],
    `${blobs.map(({ id }) => id).join('\n')}\n`,
  )
  if (status !== 0) throw new GateError('git could not read the files of the revision')
  let offset = 0
  return blobs.map(({ bytes, path }) => {
    const start = stdout.indexOf('\n', offset) + 1
    offset = start + bytes + 1
    return textOf(path, stdout.subarray(start, start + bytes))
  })
}

function git(
  cwd: string,
  args: string[],
  input?: string,
): { status: number | null; stdout: Buffer } {
  const options = {
    cwd,
    maxBuffer: BOUNDS.totalBytes + (1 << 20),
    ...(input !== undefined && { input }),
  }
  const { error, status, stdout } = spawnSync('git', ['--no-pager', ...args], options)
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new GateError('git is not installed')
  return { status: error ? 1 : status, stdout: stdout ?? Buffer.alloc(0) }
}
