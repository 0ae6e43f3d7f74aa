import { readFile } from 'node:fs/promises'
import { notJson, textOf, unreadable } from '../../library/file-errors.ts'
import type { Subject } from '../load/paths.ts'

/** A running target, as its file describes it. */
export interface Target extends Subject {
  baseUrl: string
  /** A second secret key that sees the same session. */
  otherKey?: string | undefined
}

/** The target file. */
interface TargetFile {
  base_url: string
  /** Name of the environment variable that holds the secret key. */
  key_env: string
  /** The same for a second key with its own budgets. */
  other_key_env?: string
  session_id?: string
  artifact?: string
}

const FIELDS: Record<keyof TargetFile, { required: boolean }> = {
  base_url: { required: true },
  key_env: { required: true },
  other_key_env: { required: false },
  session_id: { required: false },
  artifact: { required: false },
}

/** @throws {Error} that names the file and all of its problems */
export async function readTarget(
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Target> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw unreadable(`target file ${file}`, error)
  }
  return parseTarget(textOf(`target file ${file}`, bytes), file, env)
}

export function parseTarget(text: string, file: string, env: NodeJS.ProcessEnv): Target {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw notJson(`target file ${file}`, text, error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(
      `target file ${file}: expected an object with base_url and key_env, got ${JSON.stringify(value)}`,
    )
  }
  const fields = value as Record<string, unknown>
  const problems = [
    ...wrongFields(fields),
    ...wrongAddress(fields.base_url),
    ...missingKey('key_env', fields, env),
    ...missingKey('other_key_env', fields, env),
  ]
  if (problems.length > 0) throw new Error([`target file ${file}:`, ...problems].join('\n  '))
  const {
    base_url,
    key_env,
    other_key_env: other,
    session_id,
    artifact = 'front',
  } = fields as unknown as TargetFile
  return {
    baseUrl: base_url.replace(/\/+$/, ''),
    key: env[key_env]!,
    ...(other !== undefined && { otherKey: env[other]! }),
    sessionId: session_id,
    artifact,
  }
}

function wrongFields(fields: Record<string, unknown>): string[] {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(FIELDS, name))
  return [
    ...unknown.map(
      (name) => `${name}: unknown field; expected one of ${Object.keys(FIELDS).join(', ')}`,
    ),
    ...Object.entries(FIELDS).flatMap(([name, { required }]) => {
      const value = fields[name]
      if (value === undefined) return required ? [`${name}: missing`] : []
      return typeof value === 'string' && value !== ''
        ? []
        : [`${name}: expected a string, got ${JSON.stringify(value)}`]
    }),
  ]
}

/**
 * Allows loopback addresses only: elsewhere the load would be an attack, and would measure the
 * network.
 */
function wrongAddress(baseUrl: unknown): string[] {
  if (typeof baseUrl !== 'string') return []
  const url = URL.parse(baseUrl)
  if (url?.protocol !== 'http:')
    return [`base_url: expected a URL such as http://127.0.0.1:PORT, got ${baseUrl}`]
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    return ['base_url: expected an address without user, query and fragment']
  }
  if (isLoopback(url.hostname)) return []
  return [
    `base_url: ${url.hostname} is another machine; benchmarks load only this machine (127.0.0.1, [::1], localhost)`,
  ]
}

/** Expects a host name normalized by URL, so that each address has one form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function missingKey(
  field: 'key_env' | 'other_key_env',
  fields: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): string[] {
  const name = fields[field]
  if (typeof name !== 'string' || name === '' || env[name]) return []
  return [`${field}: the environment has no ${name}; it holds a secret key of the target`]
}
