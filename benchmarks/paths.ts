import { identities } from '../fixtures/identities.ts'

/** What can be put under load. */
export const LOADED_PATHS = ['image', 'refused', 'retrieve', 'create'] as const

export type LoadedPath = (typeof LOADED_PATHS)[number]

/** One request, but for where it goes. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  /** What is to be measured: a 2xx answer unless said, or the 429 of a spent budget. */
  expects?: 'refusal'
}

/** What the calls need to know of a target. */
export interface Subject {
  key: string
  /** A key whose budget of reads is spent after a call or two, and a session that it can see; without it that of `key` has to be spent first. */
  spent?: { key: string; sessionId: string }
  /** A session that this key can see; only a target without reads has none. */
  sessionId?: string | undefined
  /** An artifact of it with stored bytes. */
  artifact: string
}

/** The request whose answers are counted. */
export function callFor(path: LoadedPath, { key, spent, sessionId, artifact }: Subject): Call {
  if (path === 'create') return createCall(key)
  if (sessionId === undefined) throw new Error(`${path} needs a session_id`)
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
 * A session as a customer's backend would make it, with the applicant in the body. Its metadata is what brings the
 * answer of a later retrieve to the 1.5 KB that the goals speak of.
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
