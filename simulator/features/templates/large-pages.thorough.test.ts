import t from 'tap'
import type { WorkflowTemplate } from '../../../spec/generated/wire.ts'
import { newOwner, roomySimulator } from '../../http/testing.ts'
import { caller } from '../../testing/contract.ts'
import { data } from '../../testing/control-client.ts'

const AT = '/v1/workflow-templates'

t.test(
  'GAP-LISTS a page of large templates ends early, and the next pages have the rest',
  async (t) => {
    const simulator = await roomySimulator(t)
    const owner = await newOwner(simulator, { budgets: { global: 100_000, reads: 100_000 } })
    const call = caller(simulator, (await owner.caller('test')).key)
    const value = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(1_800, 'v'))
    const rule = {
      name: 'r',
      ruleType: 'custom',
      action: 'review',
      condition: { kind: 'field', field: 'applicant.email', operator: 'in', value },
    }
    const template = {
      name: 'T',
      steps: [{ id: 'identity', type: 'id_verification' }],
      screening_rules: [rule, rule],
    }
    const made: string[] = []
    for (let i = 0; i < 10; i++)
      made.unshift(data<WorkflowTemplate>(await call('POST', AT, template)).id)
    const sizes: number[] = []
    const listed: string[] = []
    let next: string | null = null
    do {
      const query: string = next === null ? '' : `&cursor=${next}`
      const reply = await call('GET', `${AT}?limit=100${query}`)
      const page = reply.json<{
        data: WorkflowTemplate[]
        has_more: boolean
        next_cursor: string | null
      }>()
      t.ok(JSON.stringify(page).length < 17 * 1024 * 1024)
      t.equal(page.has_more, page.next_cursor !== null)
      sizes.push(page.data.length)
      listed.push(...page.data.map(({ id }) => id))
      next = page.next_cursor
    } while (next !== null)
    t.strictSame(listed, made, 'each template once, newest first')
    t.strictSame(sizes, [4, 4, 2])
    const short = (await call('GET', `${AT}?limit=3`)).json<{ data: WorkflowTemplate[] }>()
    t.equal(short.data.length, 3)
  },
)
