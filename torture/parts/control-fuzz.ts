import fc from 'fast-check'
import { type Operation, readOperations } from '../../spec/contract.ts'
import { controlDocument } from '../../simulator/control/spec/document.ts'
import { bodyFrom, oddText } from '../../simulator/testing/odd-values.ts'
import { Clients } from '../clients.ts'
import { Judge } from '../fuzz/judge.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'

const REQUESTS = 200
const operations = readOperations(controlDocument)
  // Streams stay open: their own tests end them.
  .filter(({ success }) => !/ndjson|event-stream/.test(success.body?.mediaType ?? ''))
const ID = /\b[a-z]{2,4}_[0-9a-z_-]{6,}\b/g

/** Replaces the parameters of a path by ids that earlier responses have shown, or by odd ones. */
function pathOf({ path }: Operation, known: string[], happy: boolean, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!happy && random.chance(0.2))
      return encodeURIComponent(sample(oddText, random).toWellFormed().slice(0, 200)) || '-'
    if (name === 'artifact') return random.pick(['portrait', 'front', 'selfie', 'back'])
    const prefix = /organizations\/\{id\}/.test(path) && name === 'id' ? 'org_' : PREFIX[name]
    const fitting = known.filter((id) => prefix === undefined || id.startsWith(prefix))
    return fitting.length > 0 ? random.pick(fitting) : 'org_acme'
  })
}
const PREFIX: Record<string, string> = {
  id: 'vs_',
  key_id: 'key_',
  subscription_id: 'whs_',
  snapshot_id: 'snp_',
  event_id: 'evt_',
  envelope_id: 'env_',
  fault_id: 'flt_',
}

function sample<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(arbitrary, { numRuns: 1, seed: random.below(2 ** 31) })[0]!
}

function bodyOf({ requestBody }: Operation, known: string[], happy: boolean, random: Random) {
  if (!requestBody) return undefined
  if (requestBody.mediaType !== 'application/json') return random.bytes(random.below(500))
  const examples = Object.values(requestBody.examples).map((example): unknown =>
    JSON.parse(
      JSON.stringify(example)
        .replaceAll(/whs_[0-9a-z]{20,}/g, (id) => known.find((one) => one.startsWith('whs_')) ?? id)
        // A simulator that cannot be reached by a wrong date is no finding.
        .replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, 'https://hooks.example.com'),
    ),
  )
  if (happy && examples.length > 0) return Buffer.from(JSON.stringify(random.pick(examples)))
  return sample(bodyFrom([...examples, {}]), random)
}

export const controlFuzz: Part = {
  name: 'control-fuzz',
  promise: 'Every response of the control API fits its document, whatever it is asked.',
  cases: 1000,
  share: 1.5,
  quick: true,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    const judge = new Judge(controlDocument)
    const served = new Set<string>()
    let requests = 0
    // One after the other: most of these calls change what the others see.
    await run.inLanes(1, async (no) => {
      await clients.steer('POST', '/reset', { world: true })
      const random = run.random(no)
      const known = ['org_acme', 'org_globex', 'key_acme_test_main']
      for (let i = 0; i < REQUESTS && run.goesOn; i++) {
        const operation = random.pick(operations)
        const happy = random.chance(0.6)
        const path = pathOf(operation, known, happy, random)
        const body = bodyOf(operation, known, happy, random)
        const type = operation.requestBody?.mediaType
        const told = (): string =>
          `request ${i}: ${operation.method} ${path} ${body?.toString().slice(0, 1500) ?? ''}`
        try {
          const response = await clients.control.ask(
            operation.method,
            path,
            type === undefined ? {} : { 'content-type': type },
            body,
          )
          const problem = judge.problemOf(operation, response)
          if (problem !== undefined) run.fail(no, `${problem}\n  ${told()}`)
          if (response.status < 300) served.add(operation.operationId)
          if (response.headers.get('content-type')?.startsWith('application/json')) {
            for (const [id] of response.text.matchAll(ID))
              if (known.length < 400 && !known.includes(id)) known.push(id)
          }
        } catch (error) {
          run.fail(no, `${String(error)}\n  ${told()}`)
        }
        requests++
      }
    })
    clients.close()
    const never = operations.filter(({ operationId }) => !served.has(operationId))
    run.figures.requests = requests
    run.figures.operations = `${served.size} of ${operations.length} served`
    if (requests > 10_000 && never.length > 10)
      run.figures['never served'] = never.map(({ operationId }) => operationId).join(' ')
  },
}
