import { document, operations } from '../../spec/contract.ts'
import { Canaries } from '../fuzz/canaries.ts'
import { Judge } from '../fuzz/judge.ts'
import { deletePlanes, newPlanes } from '../fuzz/planes.ts'
import { type FuzzRequest, requestFor } from '../fuzz/requests.ts'
import { HttpClient } from '../http/client.ts'
import type { Part } from '../part.ts'

/** Requests of a case, one after the other: a small number makes findings quick to reproduce. */
const REQUESTS = 400
/** Number of requests after which each operation must have been served. */
const ENOUGH = 40_000
/** Operations that draw a page; they are sent less often. */
const SLOW = new Set(['retrieveSessionReport', 'signSdkEnvelope', 'createSdkSigningFrame'])

export const fuzz: Part = {
  name: 'fuzz',
  promise: 'Every response fits the contract, and no data of one plane reaches another.',
  cases: 1_000_000 / REQUESTS,
  share: 5,
  quick: true,
  async run(run) {
    const { ready } = await run.simulator()
    const clients = {
      us: new HttpClient(ready.regions.us.base_url),
      eu: new HttpClient(ready.regions.eu.base_url),
      control: new HttpClient(ready.console),
    }
    const judge = new Judge(document)
    const served = new Map<string, number>()
    const fast = operations.filter(({ operationId }) => !SLOW.has(operationId))
    let requests = 0
    await run.inLanes(6, async (no) => {
      const random = run.random(no)
      const planes = await newPlanes(clients, no)
      const canaries = new Canaries(planes)
      for (let i = 0; i < REQUESTS && run.hasTimeLeft; i++) {
        const operation = random.pick(random.chance(0.9) ? fast : operations)
        const request = requestFor(operation, planes, random)
        const { plane, method, path, headers, body } = request
        try {
          const response = await clients[plane.region].ask(method, path, headers, body)
          const problem =
            judge.problemOf(operation, response) ?? leak(canaries.leakIn(request, response))
          if (problem !== undefined) run.fail(no, `${problem}\n  ${requestInWords(request)}`)
          canaries.learn(request, response)
          if (response.status < 300)
            served.set(operation.operationId, (served.get(operation.operationId) ?? 0) + 1)
        } catch (error) {
          run.fail(no, `${String(error)}\n  ${requestInWords(request)}`)
        }
        requests++
      }
      await deletePlanes(clients, planes)
    })
    for (const client of Object.values(clients)) client.close()
    const never = operations.filter(({ operationId }) => !served.has(operationId))
    run.figures.requests = requests
    run.figures.served = [...served.values()].reduce((sum, count) => sum + count, 0)
    run.figures.operations = `${served.size} of ${operations.length} served`
    if (never.length > 0)
      run.figures['never served'] = never.map(({ operationId }) => operationId).join(' ')
    if (requests >= ENOUGH && never.length > 0)
      run.fail(-1, `Never served: ${String(run.figures['never served'])}`)
  },
}

function leak(what: string | undefined): string | undefined {
  return what === undefined ? undefined : `leak: the response contains ${what}`
}

function requestInWords({ method, path, headers, body, plane }: FuzzRequest): string {
  const content = body === undefined ? '' : ` ${JSON.stringify(body.toString().slice(0, 1500))}`
  return `${method} ${path} by ${plane.name} with ${JSON.stringify(headers)}${content}`
}
