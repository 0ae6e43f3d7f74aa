import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

interface Event {
  type: string
  session_id: string | null
}

const TERMINAL = new Set(['kyc.session.completed', 'kyc.session.cancelled', 'kyc.session.expired'])

export const races: Part = {
  name: 'races',
  promise:
    'If several actions end a session at the same time, exactly one succeeds, and exactly one event reports it.',
  cases: 200,
  share: 0.7,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    const backend = await clients.organization()
    const template = await backend.leaseTemplate()
    const wins = new Map<string, number>()
    await run.inLanes(4, async (no) => {
      const random = run.random(no)
      const signer = await backend.signer(template)
      const controlClient = (what: string, body?: object) => () =>
        clients.control.ask(
          'POST',
          `/control/v1/sessions/${signer.id}/${what}`,
          body ? { 'content-type': 'application/json' } : {},
          body && JSON.stringify(body),
        )
      const actions: [name: string, act: typeof signer.sign][] = [
        ['sign', signer.sign],
        ['decline', signer.decline],
        ['end', signer.end],
        ['cancel', () => backend.ask('POST', `/v1/sessions/${signer.id}/cancel`)],
        ['operator cancels', controlClient('cancel')],
        ['expire', controlClient('expire')],
        ['operator submits', controlClient('journey', { action: 'submit' })],
      ]
      const order = actions
        .map((action) => ({ action, at: random.next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ action }) => action)
      const results = await Promise.all(
        order.map(async ([name, act]) => ({ name, response: await act() })),
      )
      await clients.controlClient('POST', '/settle')
      const won = results.filter(({ response }) => response.status < 300).map(({ name }) => name)
      const events = (
        await clients.controlClient<Event[]>('GET', `/events?limit=100&session_id=${signer.id}`)
      ).map(({ type }) => type)
      const { status } = await backend.data<{ status: string }>('GET', `/v1/sessions/${signer.id}`)
      const observed = `won: ${won.join(', ')}; events: ${events.join(', ')}; status ${status}`
      const failed = results.find(({ response }) => response.status >= 500)
      run.expect(!failed, no, () => `${failed!.name}: ${failed!.response.text}`)
      const ends = events.filter((type) => TERMINAL.has(type))
      run.expect(ends.length === 1, no, () => `not one terminal event: ${observed}`)
      run.expect(
        ends[0] === `kyc.session.${status}`,
        no,
        () => `the event does not match the status: ${observed}`,
      )
      const signed = events.includes('kyc.session.document_signed')
      const declined = events.includes('kyc.session.document_declined')
      run.expect(!(signed && declined), no, () => `signed and declined: ${observed}`)
      // A submission by the operator may be the signature.
      const maySign = won.includes('sign') || won.includes('operator submits')
      run.expect(
        !won.includes('sign') || signed,
        no,
        () => `a signature without its event: ${observed}`,
      )
      run.expect(
        !signed || maySign,
        no,
        () => `an event of a signature that does not exist: ${observed}`,
      )
      run.expect(
        declined === won.includes('decline'),
        no,
        () => `a decline and its event differ: ${observed}`,
      )
      const winner = won.filter((name) => name !== 'sign').length
      run.expect(
        winner <= 1 || (winner === 2 && won.includes('operator submits')),
        no,
        () => `several winners: ${observed}`,
      )
      wins.set(status, (wins.get(status) ?? 0) + 1)
    })
    clients.close()
    for (const [status, count] of wins) run.figures[status] = count
  },
}
