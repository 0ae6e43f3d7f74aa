import t from 'tap'
import type { StepRequest } from '../check.ts'
import { withSessionFields } from './session-fields.ts'

const create = (json: unknown): StepRequest => ({ method: 'POST', path: '/v1/sessions', json })
const OWN = { workflow_template_id: 'wt_own' }
const LISTED = [{ workflow_template_id: 'wt_listed' }, {}]

t.test('fields of the key replace those of the target file', async (t) => {
  const rows: [sent: unknown, expected: unknown][] = [
    [{}, OWN],
    [{ metadata: {} }, { metadata: {}, ...OWN }],
    [{ workflow_template_id: 'wt_listed' }, OWN],
    [{ workflow_template_id: 'wt_of_the_check' }, { workflow_template_id: 'wt_of_the_check' }],
    [{ workflow_template_id: null }, { workflow_template_id: null }],
    [[1], [1]],
    [undefined, undefined],
  ]
  for (const [sent, expected] of rows)
    t.strictSame(withSessionFields(create(sent), OWN, LISTED).json, expected)
})

t.test('other requests and keys do not change', async (t) => {
  const list: StepRequest = { method: 'GET', path: '/v1/sessions' }
  const other: StepRequest = { method: 'POST', path: '/v1/sessions/vs_1/notes', json: {} }
  for (const request of [list, other]) t.equal(withSessionFields(request, OWN, LISTED), request)
  const request = create({ workflow_template_id: 'wt_listed' })
  t.equal(withSessionFields(request, undefined, LISTED), request)
})
