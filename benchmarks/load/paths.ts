import { identities } from '../../fixtures/identities.ts'

/** Paths that can be loaded. */
export const LOADED_PATHS = ['image', 'refused', 'retrieve', 'create'] as const

export type LoadedPath = (typeof LOADED_PATHS)[number]

/** One request without its address. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  /** Expected response: 2xx by default, or the 429 of a spent budget. */
  expects?: 'refusal'
}

/** Properties of a target that calls need. */
export interface Subject {
  key: string
  /**
   * A key whose read budget is spent after one or two calls, and a session visible to it; without
   * it the budget of `key` is spent first.
   */
  spent?: { key: string; sessionId: string }
  /** A session visible to this key; undefined only if the target has no read path. */
  sessionId?: string | undefined
  /** An artifact of the session with stored bytes. */
  artifact: string
}

/** Returns the measured request of a path. */
export function callFor(path: LoadedPath, { key, spent, sessionId, artifact }: Subject): Call {
  if (path === 'create') return createCall(key)
  if (sessionId === undefined)
    throw new Error(`${path} needs a session: add session_id to the target file`)
  if (path === 'refused') return { ...retrieve(spent ?? { key, sessionId }), expects: 'refusal' }
  const session = retrieve({ key, sessionId })
  if (path === 'retrieve') return session
  return { ...session, path: `${session.path}/idv-image/${encodeURIComponent(artifact)}` }
}

function retrieve({ key, sessionId }: { key: string; sessionId: string }): Call {
  return {
    method: 'GET',
    path: `/v1/sessions/${encodeURIComponent(sessionId)}`,
    headers: { authorization: `Bearer ${key}` },
  }
}

/**
 * Creates a session as a customer's backend would, with the applicant in the body. The metadata
 * brings a retrieve response to 1.5 KB, the size that the goals assume.
 */
export function createCall(key: string): Call {
  const { family_name, given_names, date_of_birth } = identities[0]!
  const body = {
    applicant: {
      family_name,
      given_names,
      date_of_birth,
      email: 'odette@bench.example',
      phone: '+13055550142',
    },
    metadata: {
      crmRef: 'A-1007',
      'Cost-Centre': 'benchmarks',
      notes: 'as long as the notes of a case would be; '.repeat(25),
    },
  }
  return {
    method: 'POST',
    path: '/v1/sessions',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }
}
