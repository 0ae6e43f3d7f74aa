import type { Test } from 'tap'
import { newOwner, roomySimulator } from '../http/testing.ts'
import { data, controlClient } from './control-client.ts'
import { client } from './simulator.ts'

interface Seen {
  outcome: string | null
  status: string
  screening: { tags: string[]; signals: Record<string, unknown> | null }
}

type Condition = [field: string, operator: string, value: unknown]

export const BOT: Condition = ['fraud.botScore', 'lt', 30]
export const HUMAN: Condition = ['fraud.botScore', 'gte', 30]
export const ABSENT: Condition = ['fraud.captureAbsent', 'eq', true]
export const STILL: Condition = ['device.behavior.collectionAbsent', 'eq', true]

/** Returns a screening rule. */
export const rule = (action: string, [field, operator, value]: Condition) => ({
  name: `${field} ${operator}`,
  ruleType: 'custom',
  action,
  condition: { kind: 'field', field, operator, value },
})

/** Returns the header that sets the signals of a visitor. */
export const header = (signals: unknown) => ({
  'X-Simulator-Signals': typeof signals === 'string' ? signals : JSON.stringify(signals),
})

/** Creates an organization whose template sends bots and missing signals to review, and approves human visitors. */
export async function stage(t: Test) {
  const simulator = await roomySimulator(t)
  const { call: control, journey } = controlClient(simulator)
  const owner = await newOwner(simulator, { region: 'us' })
  const call = await owner.caller('test')
  const template = async (device_intelligence: boolean) =>
    data<{ id: string }>(
      await call('POST', '/v1/workflow-templates', {
        name: 'T',
        device_intelligence,
        steps: [
          { id: 'identity', type: 'id_verification' },
          { id: 'mail', type: 'email_verification' },
        ],
        screening_rules: [
          rule('review', BOT),
          rule('review', ABSENT),
          rule('tag', HUMAN),
          rule('tag', STILL),
        ],
      }),
    ).id
  const [on, off] = [await template(true), await template(false)]
  return {
    simulator,
    control,
    call,
    owner,
    start: async (id: string = on) =>
      data<{ id: string }>(await call('POST', '/v1/sessions', { workflow_template_id: id })).id,
    on,
    off,
    journey,
    raw: client(simulator, undefined, 'control'),
    inspect: (id: string) => control<Seen>('GET', `/sessions/${id}`),
  }
}
