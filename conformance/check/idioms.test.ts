import t from 'tap'
import { Answer } from '../http/answer.ts'
import { resourceIn } from './idioms.ts'

function answer(json: unknown, wrappers: string[]): Answer {
  const body = Buffer.from(JSON.stringify(json))
  const made = new Answer({ status: 200, statusLine: '', rawHeaders: [], milliseconds: 0, body })
  return Object.assign(made, { wrappers })
}

t.test('a session that has a member with the name of a wrapper is the resource', async (t) => {
  const session = { id: 'vs_1', applicant: { id: 7 } }
  t.strictSame(resourceIn(answer(session, ['applicant'])), session)
  t.strictSame(resourceIn(answer({ data: session }, ['applicant'])), session)
  const wrapped = { id: 'req_1', applicant: { id: 7 } }
  t.strictSame(resourceIn(answer(wrapped, ['applicant'])), { id: 7 }, 'other ids are of requests')
})
