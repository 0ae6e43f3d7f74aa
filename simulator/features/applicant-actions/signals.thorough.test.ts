import t from 'tap'
import { APPLICANT, LEASE, SIGNER, signingFor } from '../../testing/signing.ts'
import { data } from '../../testing/control-client.ts'
import { stage, rule, BOT, header } from '../../testing/visitor-signals.ts'

t.test('so does a header of the signature, where signing is the last step', async (t) => {
  const { simulator, inspect } = await stage(t)
  const acme = signingFor(simulator)
  const template = data<{ id: string }>(
    await acme.backend.call('POST', '/v1/workflow-templates', {
      name: 'T',
      device_intelligence: true,
      screening_rules: [rule('review', BOT)],
      steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    }),
  ).id
  for (const [signals, status] of [
    [{ 'fraud.botScore': 4 }, 'awaiting_review'],
    [undefined, 'completed'],
  ] as const) {
    const { id, sdk } = await acme.backend.page({
      workflow_template_id: template,
      applicant: APPLICANT,
    })
    const steps = '/sdk/v1/sessions/me/steps/lease/envelope'
    const {
      disclosure: { version, hash },
    } = data<{ disclosure: object & { version: number; hash: string } }>(await sdk('GET', steps))
    data(await sdk('POST', `${steps}/consent`, { version, hash }))
    data(await sdk('POST', `${steps}/sign`, { typedName: SIGNER }, signals && header(signals)))
    t.equal((await inspect(id)).status, status)
  }
})
