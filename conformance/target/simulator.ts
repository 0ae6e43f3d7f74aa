import type { TargetFile } from './load.ts'
import { ASSUMED, type OpenRoute } from './open-choices.ts'

/** How the simulator of this kit answers what the contract leaves open. */
export const SIMULATOR_ROUTES: Record<OpenRoute, string> = {
  cancel_session: 'POST /v1/sessions/{id}/cancel',
  resend_session: 'POST /v1/sessions/{id}/resend',
  add_session_note: 'POST /v1/sessions/{id}/notes',
  skip_session_step: 'POST /v1/sessions/{id}/skip_step',
  retrieve_applicant: 'GET /v1/applicants/{id}',
  delete_applicant: 'DELETE /v1/applicants/{id}',
  retrieve_workflow_template: 'GET /v1/workflow-templates/{id}',
  mint_client_token: 'POST /v1/sessions/{id}/client_token',
  retrieve_data_subject_request: 'GET /v1/data_subject_requests/{id}',
  retrieve_webhook_subscription: 'GET /v1/webhook-subscriptions/{id}',
  update_webhook_subscription: 'PATCH /v1/webhook-subscriptions/{id}',
  delete_webhook_subscription: 'DELETE /v1/webhook-subscriptions/{id}',
  rotate_webhook_secret: 'POST /v1/webhook-subscriptions/{id}/rotate-secret',
  test_webhook_subscription: 'POST /v1/webhook-subscriptions/{id}/test',
}

/** The simulator as a target: it makes every key and state that a check wants, so nothing has to be named. */
export function simulatorTarget(
  control: string,
  baseUrls: Record<'us' | 'eu', string>,
): TargetFile {
  return {
    name: 'vskit simulator',
    regions: { us: { base_url: baseUrls.us }, eu: { base_url: baseUrls.eu } },
    open_choices: { ...ASSUMED, routes: SIMULATOR_ROUTES },
    provider_states: { url: control },
    webhooks: { receiver: { port: 0 }, signature: { scheme: 'hmac-sha256-body-hex' } },
  }
}

/**
 * Asks a running simulator where its regions listen.
 * @param address of its control API, with or without the path
 */
export async function findSimulator(address: string): Promise<TargetFile> {
  const control = `${address.replace(/\/+$/, '').replace(/\/control\/v1$/, '')}/control/v1`
  const regions = await fetch(`${control}/health`, { signal: AbortSignal.timeout(5000) })
    .then(async (answer) => ((await answer.json()) as Health).data.regions)
    .catch((error: unknown) => {
      throw new Error(
        `no simulator answers at ${address}; start one with: vskit simulator --loopback-receivers`,
        { cause: error },
      )
    })
  return simulatorTarget(control, { us: regions.us.base_url, eu: regions.eu.base_url })
}

interface Health {
  data: { regions: Record<'us' | 'eu', { base_url: string }> }
}
