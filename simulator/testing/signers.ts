import { data } from './control-client.ts'
import { backendFor } from './page.ts'
import { APPLICANT, LEASE } from './signing.ts'
import { demoKey, roomyWorld, simulatorFor } from './simulator.ts'
import { visitor } from './visitor.ts'

/** A simulator with sessions that have a document to sign as their only step. */
export async function signersFor(t: Parameters<typeof simulatorFor>[0]) {
  const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
  const acme = backendFor(simulator, demoKey('org_acme'))
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', {
      name: 'Lease',
      steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    }),
  )
  /** Returns a visitor whose next task is the signature, or an earlier one. */
  async function signer({ read = true, applicant = APPLICANT as object | null } = {}) {
    const body = { workflow_template_id, ...(applicant && { applicant }) }
    const page = visitor(simulator, await acme.create(body))
    await page.post('/start')
    await page.post('/steps/lease/open')
    const { text } = await page.get()
    const field = (name: string) => new RegExp(`name="${name}" value="(.*?)"`).exec(text)![1]!
    await page.post('/steps/lease/consent', { version: field('version'), hash: field('hash') })
    if (read) await page.post('/steps/lease/read')
    return page
  }

  return { simulator, signer }
}
