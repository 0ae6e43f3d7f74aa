import t from 'tap'
import type { StepRequest } from '../check.ts'
import { TEMPLATES, withUniqueTexts } from './templates.ts'

t.test('each write has its own text where it is marked', async (t) => {
  let calls = 0
  const sent = (request: StepRequest) => withUniqueTexts(request, () => `text${++calls}`).json
  const json = { name: 'Suite {unique}', steps: [{ id: 'identity', title: '{unique}' }] }
  const create: StepRequest = { method: 'POST', path: TEMPLATES, json }
  t.strictSame(sent(create), { name: 'Suite text1', steps: [{ id: 'identity', title: 'text2' }] })
  t.strictSame(sent({ method: 'PATCH', path: `${TEMPLATES}/wt_1`, json: { name: '{unique}' } }), {
    name: 'text3',
  })
  const applicant = { email: 'una.{unique}@applicant.example' }
  t.strictSame(sent({ method: 'POST', path: '/v1/applicants', json: applicant }), {
    email: 'una.text4@applicant.example',
  })
  const plain = { family_name: 'Testperson' }
  t.equal(sent({ ...create, json: plain }), plain, 'other requests are sent as they are')
  t.equal(sent({ method: 'GET', path: TEMPLATES }), undefined)
})
