import { readOperations } from '../../spec/contract.ts'
import { controlDocument } from '../../simulator/control/spec/document.ts'
import { demoKey } from '../../simulator/testing/simulator.ts'
import { Backend, Clients } from '../clients.ts'
import { Known, OWN, controlRequest } from '../fuzz/control-requests.ts'
import { Judge } from '../fuzz/judge.ts'
import type { Part } from '../part.ts'

const REQUESTS = 200
/** Number of requests after which each operation must have been served. */
const ENOUGH = 30_000
const operations = readOperations(controlDocument)
  // Streams stay open: their own tests end them.
  .filter(({ success }) => !/ndjson|event-stream/.test(success.body?.mediaType ?? ''))
/** These operations succeed only with an open stream or with --https. */
const ELSEWHERE = ['retrieveForwarderSecret', 'reportForwardOutcome', 'getCertificateAuthority']

export const controlFuzz: Part = {
  name: 'control-fuzz',
  promise: 'Every response of the control API fits its OpenAPI document, for any request.',
  cases: 1000,
  share: 1.5,
  quick: true,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    const judge = new Judge(controlDocument)
    const served = new Set<string>()
    let requests = 0
    // One after the other, because most of these calls affect the others.
    await run.inLanes(1, async (no) => {
      await clients.controlClient('POST', '/reset', { world: true })
      const random = run.random(no)
      const known = new Known(await prepare(clients))
      for (let i = 0; i < REQUESTS && run.hasTimeLeft; i++) {
        const { operation, path, body } =
          known.followUp(operations) ?? controlRequest(random.pick(operations), known, random)
        const type = operation.requestBody?.mediaType
        const described = (): string =>
          `request ${i}: ${operation.method} ${path} ${body?.toString().slice(0, 1500) ?? ''}`
        try {
          const response = await clients.control.ask(
            operation.method,
            path,
            type === undefined ? {} : { 'content-type': type },
            body,
          )
          const problem = judge.problemOf(operation, response)
          if (problem !== undefined) run.fail(no, `${problem}\n  ${described()}`)
          if (response.status < 300) served.add(operation.operationId)
          known.learn(operation, path, response)
        } catch (error) {
          run.fail(no, `${String(error)}\n  ${described()}`)
        }
        requests++
      }
    })
    clients.close()
    const never = operations
      .map(({ operationId }): string => operationId)
      .filter((id) => !served.has(id) && !ELSEWHERE.includes(id))
    run.figures.requests = requests
    run.figures.operations = `${served.size} of ${operations.length} served`
    if (requests >= ENOUGH && never.length > 0) run.fail(-1, `Never served: ${never.join(' ')}`)
  },
}

/**
 * Sessions in states that random calls rarely reach: ready to sign with a requested paper copy,
 * signed, seal failed, awaiting review.
 */
async function prepare(clients: Clients): Promise<string[]> {
  const backend = new Backend(clients.us, OWN, demoKey(OWN))
  const template = await backend.leaseTemplate()
  const open = await backend.signer(template)
  const signed = await backend.signer(template)
  const unsealed = await backend.signer(template)
  await open.requestPaperCopy()
  await signed.sign()
  await clients.controlClient('POST', `/organizations/${OWN}/sealing_faults`, {
    mode: 'test',
    times: 1,
  })
  await unsealed.sign()
  const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {
    expected_outcome: 'review',
  })
  await clients.controlClient('POST', `/sessions/${id}/journey`, { action: 'submit' })
  return [open.id, signed.id, unsealed.id, id]
}
