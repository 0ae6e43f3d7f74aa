import { PERSON, WITHHELD, browserToken, openSession, submitAll } from './session-setup.ts'
import { documentOf, TITLE } from './signing-document.ts'
import { StateUnavailable } from './state-unavailable.ts'
import { type ProviderState, count, oneOf } from './state.ts'
import type { StateUse } from './use.ts'

const REASON = 'The rent is not what was agreed'
const ENVELOPE = '/sdk/v1/sessions/me/steps/sign/envelope'

/** Data of a ceremony that only its parties may see. */
export const NAMED = [...WITHHELD, TITLE, REASON]

type Stage =
  | 'opened'
  | 'consented'
  | 'signed'
  | 'ended'
  | 'unsealed'
  | 'declined'
  | 'withdrawn'
  | 'withdrawn_later'

interface Envelope {
  documents: { documentId: string; presentedHash: string; finalHash: string | null }[]
  disclosure: { version: number; hash: string }
}

/** Actions of the signer up to each stage. */
const WAYS: Record<Stage, readonly ('consent' | 'sign' | 'decline' | 'withdraw' | 'finish')[]> = {
  opened: [],
  consented: ['consent'],
  signed: ['consent', 'sign'],
  ended: ['consent', 'sign', 'finish'],
  unsealed: ['consent', 'sign'],
  declined: ['decline'],
  withdrawn: ['consent', 'withdraw'],
  withdrawn_later: ['consent', 'sign', 'withdraw'],
}

/** Ceremonies at each stage. */
export const signingStates: Record<string, ProviderState> = {
  signing_session: {
    description: 'A verification with documents to sign, at this stage.',
    takes: { stage: oneOf(...Object.keys(WAYS)), documents: count(1, 20) },
    needs: ['stage'],
    async setUp(use) {
      const { stage, documents = 1 } = use.given<{ stage: Stage; documents?: number }>()
      const { id, token, envelope } = await ceremony(use, stage, documents)
      return {
        session_id: id,
        browser_token: token,
        documents: envelope.documents.map(({ documentId, presentedHash, finalHash }) => ({
          document_id: documentId,
          sha256: finalHash ?? presentedHash,
          path: `${ENVELOPE}/documents/${documentId}`,
        })),
        requests: requestsOf(envelope),
        withheld: NAMED,
      }
    },
  },
}

/** Returns a session whose first step is signed up to the stage; a further step keeps it open. */
export async function ceremony(
  use: StateUse,
  stage: Stage,
  documents: number,
): Promise<{ id: string; token: string; envelope: Envelope }> {
  // Makes the file unique to this use, because the verify endpoint identifies a file by its hash
  // alone.
  const sender = await use.organization()
  const { id } = await openSession(use, {
    steps: [
      {
        id: 'sign',
        type: 'esign',
        config: { documents: Array.from({ length: documents }, (_, i) => documentOf(sender, i)) },
      },
      { id: 'credit', type: 'credit_history' },
    ],
  })
  const token = await browserToken(use, id)
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> =>
    (await use.publicly<{ data: Envelope }>(method, path, body, token)).data
  let envelope = await call('GET', ENVELOPE)
  if (stage === 'unsealed') {
    await use.control('POST', `/organizations/${await use.organization()}/sealing_faults`, {
      mode: use.params.mode,
      times: 1,
    })
  }
  for (const act of WAYS[stage]) {
    if (act === 'finish') await submitAll(use, id)
    else {
      const { path, json } = requestsOf(envelope)[act]
      envelope = await call('POST', path, json)
    }
  }
  if (stage === 'signed' && envelope.documents.some(({ finalHash }) => finalHash === null))
    throw new StateUnavailable('nothing was sealed')
  return { id, token, envelope }
}

/** A request of the signing page. */
function requestsOf({ disclosure: { version, hash } }: Envelope) {
  const request = (name: string, json: object = {}) => ({ path: `${ENVELOPE}/${name}`, json })
  return {
    consent: request('consent', { version, hash }),
    sign: request('sign', { typedName: [...PERSON.given_names, PERSON.family_name].join(' ') }),
    decline: request('decline', { reason: REASON }),
    withdraw: request('withdraw'),
    paper_copy: request('paper_copy'),
  }
}
