import t from 'tap'
import type { StepRequest } from '../check.ts'
import { TEMPLATES, withUniqueTexts } from './templates.ts'

t.test('each template write has its own text where the target file marks it', async (t) => {
  let calls = 0
  const sent = (request: StepRequest) => withUniqueTexts(request, () => `text${++calls}`).json
  const json = { name: 'Suite {unique}', steps: [{ id: 'identity', title: '{unique}' }] }
  const create: StepRequest = { method: 'POST', path: TEMPLATES, json }
  t.strictSame(sent(create), { name: 'Suite text1', steps: [{ id: 'identity', title: 'text2' }] })
  t.strictSame(sent({ method: 'PATCH', path: `${TEMPLATES}/wt_1`, json: { name: '{unique}' } }), {
    name: 'text3',
  })
  t.equal(sent({ ...create, path: '/v1/sessions' }), json, 'other requests are sent as they are')
  t.equal(sent({ method: 'GET', path: TEMPLATES }), undefined)
})
