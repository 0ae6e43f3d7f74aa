import type { SdkEnvelope } from '../../spec/generated/wire.ts'
import type { Backend, Clients } from '../clients.ts'
import type { Response } from '../http/client.ts'
import type { Random } from '../random.ts'
import type { Ledger } from './ledger.ts'

interface Load {
  backend: Backend
  clients: Clients
  ledger: Ledger
  template: string
  random: Random
}

const idOf = (response: Response): string =>
  (JSON.parse(response.text) as { data: { id: string } }).data.id

/** The kinds of writes, more of those that are common. */
function kinds({
  backend,
  clients,
  ledger,
  template,
  random,
}: Load): (() => Promise<string | undefined>)[] {
  let texts = 0
  const create = async (): Promise<string | undefined> => {
    // Non-ASCII letters and long numbers: a truncated record is noticed.
    const text = 'x'.repeat(random.below(1500))
    const metadata = `{"no":${texts++},"10":"é\\u0000","long":12345678901234567890,"text":"${text}"}`
    const reply = await backend.ask('POST', '/v1/sessions', `{"metadata":${metadata}}`)
    if (reply.status !== 201) return reply.text
    const id = idOf(reply)
    ledger.sessions.set(id, metadata)
    ledger.recent.add(id)
    if (!random.chance(0.4)) return undefined
    const cancelled = await backend.ask('POST', `/v1/sessions/${id}/cancel`)
    if (cancelled.status >= 300) return cancelled.text
    ledger.cancelled.add(id)
    ledger.recent.add(id)
    return undefined
  }
  const patch = async (): Promise<string | undefined> => {
    const made = await backend.ask('POST', '/v1/applicants', { family_name: 'Ek' })
    if (made.status !== 201) return made.text
    const id = idOf(made)
    const patches = { acknowledged: 0, sent: 0 }
    ledger.applicants.set(id, patches)
    ledger.recent.add(id)
    for (let no = 1; no <= 5; no++) {
      patches.sent = no
      const reply = await backend.ask('PATCH', `/v1/applicants/${id}`, { name_suffix: `n${no}` })
      if (reply.status >= 300) return reply.text
      patches.acknowledged = no
    }
    return undefined
  }
  const sign = async (): Promise<string | undefined> => {
    const signer = await backend.signer(template)
    const reply = await signer.sign()
    if (reply.status >= 300) return reply.text
    const { documents } = (JSON.parse(reply.text) as { data: SdkEnvelope }).data
    ledger.signed.set(signer.id, documents[0]!.finalHash!)
    ledger.recent.add(signer.id)
    return undefined
  }
  const key = async (): Promise<undefined> => {
    const path = `/organizations/${backend.organization}/keys`
    const made = await clients.steer<{ key: string }>('POST', path, { type: 'sk', mode: 'test' })
    ledger.keys.add(made.key)
    ledger.recent.add(made.key)
  }
  const subscribe = async (): Promise<string | undefined> => {
    const body = { url: 'https://hooks.example.com/', events: ['kyc.session.expired'] }
    const reply = await backend.ask('POST', '/v1/webhook-subscriptions', body)
    if (reply.status !== 201) return reply.text
    ledger.subscriptions.add(idOf(reply))
    ledger.recent.add(idOf(reply))
    return undefined
  }
  const snapshot = async (): Promise<undefined> => {
    if (ledger.snapshots.size >= 5) return
    ledger.snapshots.add((await clients.steer<{ id: string }>('POST', '/snapshots')).id)
  }
  return [create, create, create, create, patch, patch, sign, key, subscribe, snapshot]
}

/** Writes until the process ends. Resolves to what was refused although the process lived. */
export async function writers(load: Load): Promise<string[]> {
  const all = kinds(load)
  const problems: string[] = []
  const writer = async (): Promise<void> => {
    try {
      for (;;) {
        const problem = await load.random.pick(all)()
        if (problem !== undefined) problems.push(`a write was refused: ${problem}`)
        if (problems.length > 3) return
      }
    } catch (error) {
      // The process has ended, and with it the connection.
      const { code, message } = error as NodeJS.ErrnoException
      if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code ?? '') && message !== 'aborted')
        problems.push(String(error))
    }
  }
  await Promise.all(Array.from({ length: 6 }, writer))
  return problems
}
