import { setTimeout as sleep } from 'node:timers/promises'
import type { SdkEnvelope } from '../../spec/generated/wire.ts'
import type { Backend, Clients } from '../clients.ts'
import type { Response } from '../http/client.ts'
import type { Random } from '../random.ts'
import type { Ledger } from './ledger.ts'

export interface Load {
  backend: Backend
  clients: Clients
  ledger: Ledger
  template: string
  random: Random
  /** Whether to stop while the process runs. @default only at its end */
  over?: () => boolean
  /** Whether responses 500 and 503 are expected, because the database is unreachable at times. */
  outages?: boolean
}

/** Pause after such a response, which arrives at once. */
const OUTAGE_PAUSE_MS = 20

const idOf = (response: Response): string =>
  (JSON.parse(response.text) as { data: { id: string } }).data.id

/**
 * The kinds of writes; frequent kinds are listed several times. Each returns an error response, if
 * any.
 */
function kinds({
  backend,
  clients,
  ledger,
  template,
  random,
}: Load): (() => Promise<string | undefined>)[] {
  let texts = 0
  const create = async (): Promise<string | undefined> => {
    // Non-ASCII letters and long numbers, so that truncated records are detected.
    const text = 'x'.repeat(random.below(1500))
    const metadata = `{"no":${texts++},"10":"é\\u0000","long":12345678901234567890,"text":"${text}"}`
    const reply = await backend.ask('POST', '/v1/sessions', `{"metadata":${metadata}}`)
    if (reply.status !== 201) return responseInWords(reply)
    const id = idOf(reply)
    ledger.sessions.set(id, metadata)
    ledger.recent.add(id)
    if (!random.chance(0.4)) return undefined
    const cancelled = await backend.ask('POST', `/v1/sessions/${id}/cancel`)
    if (cancelled.status >= 300) return responseInWords(cancelled)
    ledger.cancelled.add(id)
    ledger.recent.add(id)
    return undefined
  }
  const patch = async (): Promise<string | undefined> => {
    const made = await backend.ask('POST', '/v1/applicants', { family_name: 'Ek' })
    if (made.status !== 201) return responseInWords(made)
    const id = idOf(made)
    const patches = { acknowledged: 0, sent: 0 }
    ledger.applicants.set(id, patches)
    ledger.recent.add(id)
    for (let no = 1; no <= 5; no++) {
      patches.sent = no
      const reply = await backend.ask('PATCH', `/v1/applicants/${id}`, { name_suffix: `n${no}` })
      if (reply.status >= 300) return responseInWords(reply)
      patches.acknowledged = no
    }
    return undefined
  }
  const sign = async (): Promise<string | undefined> => {
    const signer = await backend.signer(template)
    const reply = await signer.sign()
    if (reply.status >= 300) return responseInWords(reply)
    const { documents } = (JSON.parse(reply.text) as { data: SdkEnvelope }).data
    ledger.signed.set(signer.id, documents[0]!.finalHash!)
    ledger.recent.add(signer.id)
    return undefined
  }
  const key = async (): Promise<undefined> => {
    const path = `/organizations/${backend.organization}/keys`
    const made = await clients.controlClient<{ key: string }>('POST', path, {
      type: 'sk',
      mode: 'test',
    })
    ledger.keys.add(made.key)
    ledger.recent.add(made.key)
  }
  const subscribe = async (): Promise<string | undefined> => {
    const body = { url: 'https://hooks.example.com/', events: ['kyc.session.expired'] }
    const reply = await backend.ask('POST', '/v1/webhook-subscriptions', body)
    if (reply.status !== 201) return responseInWords(reply)
    ledger.subscriptions.add(idOf(reply))
    ledger.recent.add(idOf(reply))
    return undefined
  }
  const snapshot = async (): Promise<undefined> => {
    if (ledger.snapshots.size >= 5) return
    ledger.snapshots.add((await clients.controlClient<{ id: string }>('POST', '/snapshots')).id)
  }
  return [create, create, create, create, patch, patch, sign, key, subscribe, snapshot]
}

/**
 * Writes until the process ends or `over` returns true. Resolves to the writes that were refused by
 * a running process.
 */
export async function writers(load: Load): Promise<string[]> {
  const all = kinds(load)
  const problems: string[] = []
  const isExpected = (problem: string): boolean =>
    load.outages === true && /(^|: )(500|503) /.test(problem)
  const once = async (): Promise<string | undefined> => {
    try {
      return await load.random.pick(all)()
    } catch (error) {
      if (isExpected((error as Error).message)) return (error as Error).message
      throw error
    }
  }
  const writer = async (): Promise<void> => {
    try {
      while (!load.over?.()) {
        const problem = await once()
        if (problem === undefined) continue
        if (isExpected(problem)) await sleep(OUTAGE_PAUSE_MS)
        else problems.push(`a write was refused: ${problem}`)
        if (problems.length > 3) return
      }
    } catch (error) {
      // The process has ended.
      const { code, message } = error as NodeJS.ErrnoException
      if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code ?? '') && message !== 'aborted')
        problems.push(String(error))
    }
  }
  await Promise.all(Array.from({ length: 6 }, writer))
  return problems
}

const responseInWords = ({ status, text }: Response): string => `${status} ${text}`
