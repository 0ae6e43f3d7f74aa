import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const CLI = join(import.meta.dirname, '..', '..', '..', 'bin', 'vskit.cjs')

interface Result {
  code: number
  stdout: string
  stderr: string
}

/** Runs `vskit store`. */
export function store(...args: string[]): Promise<Result> {
  return storeWith({}, ...args)
}

/** Runs `vskit store` with further environment variables. */
export function storeWith(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<Result> {
  const env = { ...process.env, ...variables }
  return promisify(execFile)(process.execPath, [CLI, 'store', ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Result) => error,
  )
}
