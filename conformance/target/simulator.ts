import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpClient } from '../http/client.ts'
import { LIMITS } from '../http/request.ts'
import type { TargetFile } from './load.ts'
import { ASSUMED, type OpenRoute } from './open-choices.ts'

/** The simulator's choices on open points of the contract. */
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

/**
 * The simulator as a target: it makes every key and state that a check needs, so the target file
 * lists none.
 */
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
 * Asks a running simulator for the public addresses of its regions, those of `--us-url` and `--eu-url`.
 * @param address of its control API, with or without the path
 * @param ca PEM of the certificate authority to trust
 */
export async function findSimulator(address: string, ca?: string): Promise<TargetFile> {
  const control = `${address.replace(/\/+$/, '').replace(/\/control\/v1$/, '')}/control/v1`
  if (!['http:', 'https:'].includes(URL.parse(control)?.protocol ?? ''))
    throw new Error(
      `--simulator: expected the URL of a control API, such as http://127.0.0.1:4000, got "${address}"`,
    )
  const client = new HttpClient({ ...LIMITS, timeoutMs: 5000, ...(ca !== undefined && { ca }) })
  try {
    const request = { method: 'GET', headers: {}, body: undefined, alone: false }
    const answer = await client.send({ ...request, url: new URL(`${control}/health`) })
    const body = JSON.parse(answer.body.toString()) as Health
    if (answer.status !== 200) throw new Error(body.error?.message ?? `status ${answer.status}`)
    const regions = body.data?.regions
    if (!regions?.us || !regions.eu) throw new Error('its response is not that of a simulator')
    return simulatorTarget(control, { us: regions.us.public_url, eu: regions.eu.public_url })
  } catch (error) {
    throw new Error(
      `no simulator answers at ${address} (${(error as Error).message}); start one with: vskit simulator --loopback-receivers`,
      { cause: error },
    )
  } finally {
    client.close()
  }
}

/** Returns the control address of the running simulator, found as the other commands find it. */
export function runningAddress(env: Readonly<Record<string, string | undefined>>): string {
  return env.VSKIT_CONTROL_URL || readRunningFile()?.control || 'http://127.0.0.1:4000'
}

/**
 * Returns the certificate authority that a simulator has written to `.vskit/simulator.json` of the
 * working directory.
 * @param address of its control API
 */
export function authorityOf(address: string): string | undefined {
  const running = readRunningFile()
  const host = URL.parse(running?.control ?? '')?.host
  return host !== undefined && host === URL.parse(address)?.host ? running?.ca : undefined
}

interface Running {
  control: string
  ca?: string
  pid: number
}

/** Returns the simulator that was started in this working directory and still runs. */
function readRunningFile(): Running | undefined {
  try {
    const running = JSON.parse(readFileSync(join('.vskit', 'simulator.json'), 'utf8')) as Running
    process.kill(running.pid, 0)
    return running
  } catch {
    return undefined
  }
}

interface Health {
  error?: { message: string }
  data?: { regions?: Partial<Record<'us' | 'eu', { public_url: string }>> }
}
