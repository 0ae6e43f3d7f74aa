import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { at, dataOf, pair } from './testing.ts'

const { a, b } = await pair(t)

interface Session {
  id: string
  applicant_id: string | null
  metadata: object
}

async function newApplicant(): Promise<string> {
  const made = await at(a)('POST', '/v1/applicants', { family_name: 'Okafor' })
  return dataOf<{ id: string }>(made).id
}

t.test('no session names an applicant that is deleted while it is created', async (t) => {
  for (let round = 0; round < 4; round++) {
    const applicant_id = await newApplicant()
    const created: string[] = []
    // Several callers create sessions until the applicant is gone.
    const callers = [a, b, b, b].map(async (replica) => {
      let status = 201
      while (status === 201) {
        const body = { applicant_id, metadata: { of: 'Okafor' } }
        const reply = await at(replica)('POST', '/v1/sessions', body)
        status = reply.status
        if (status === 201) created.push(dataOf<Session>(reply).id)
      }
      t.equal(status, 422)
    })
    await sleep(60)
    t.equal((await at(a)('DELETE', `/v1/applicants/${applicant_id}`)).status, 204)
    await Promise.all(callers)
    t.ok(created.length > 0)
    for (const id of created) {
      const session = dataOf<Session>(await at(a)('GET', `/v1/sessions/${id}`))
      t.equal(session.applicant_id, null)
      t.strictSame(session.metadata, {})
    }
  }
})

t.test('many simultaneous sessions of one applicant are all created', async (t) => {
  const applicant_id = await newApplicant()
  const replies = await Promise.all(
    Array.from({ length: 250 }, (_, i) =>
      at([a, b][i % 2]!)('POST', '/v1/sessions', { applicant_id }),
    ),
  )
  t.strictSame([...new Set(replies.map(({ status }) => status))], [201])
})
