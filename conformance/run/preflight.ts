import { statusAndCode } from '../check/idioms.ts'
import type { Check } from '../check/check.ts'
import type { Answer } from '../http/answer.ts'
import { NoAnswer } from '../http/client.ts'
import { REGIONS } from '../target/target.ts'
import type { RunTools } from './run-tools.ts'

/** Error codes for a key that cannot be used at an address. */
const USELESS = ['region_mismatch', 'wrong_token_type']

/**
 * Looks for problems that would make most checks fail: no server at an address, a rejected key, a
 * provider that lists no states, webhooks that do not arrive.
 * @returns the problems with advice; empty if the run can begin
 */
export async function preflight(tools: RunTools, checks: readonly Check[]): Promise<string[]> {
  const problems = [...stateProblems(tools, checks), ...(await credentialProblems(tools))]
  if (problems.length > 0 || !checks.some(({ needs }) => needs.webhooks)) return problems
  const webhooks = await tools.webhookFault()
  return webhooks?.unreachable ? [webhooks.cause] : []
}

function stateProblems({ offered }: RunTools, checks: readonly Check[]): string[] {
  return offered instanceof Error && checks.some(({ needs }) => needs.states?.length)
    ? [`provider_states: ${offered.message}; check its url, and the variable of token_env`]
    : []
}

async function credentialProblems({ target, client }: RunTools): Promise<string[]> {
  const problems = new Set<string>()
  for (const name of REGIONS) {
    const region = target.regions[name]
    if (!region) continue
    const url = new URL(`${region.baseUrl}/v1/sessions`)
    const ask = async (credential: Record<string, string>): Promise<Answer> => {
      const headers = { Accept: '*/*', ...credential }
      const answer = await client.send({
        method: 'GET',
        url,
        headers,
        body: undefined,
        alone: false,
      })
      if (isPage(answer))
        problems.add(
          `regions.${name}: GET ${url.href} returned a page instead of JSON (${answer.status}, ${answer.header('Content-Type')}); set base_url to the address of the service, which stands before /v1`,
        )
      return answer
    }
    const credentials = Object.entries(region.credentials)
    try {
      for (const [role, { key }] of credentials) {
        const answer = await ask({ Authorization: `Bearer ${key}` })
        const got = statusAndCode(answer)
        if (answer.status === 401 || USELESS.some((code) => got.endsWith(` ${code}`)))
          problems.add(
            `regions.${name}.credentials.${role}: GET /v1/sessions returned ${got}; set its variable to a key that works there`,
          )
      }
      // The provider of states makes keys later.
      if (credentials.length === 0 && target.providerStates) await ask({})
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      problems.add(
        error.advice === undefined
          ? `regions.${name}: ${error.message}`
          : `regions.${name}: ${error.message}; expected an HTTP/1.1 response to GET ${url.href}: ${error.advice}`,
      )
    }
  }
  return [...problems]
}

/** Whether something else answers at an address: a web server, or the login page of a proxy. */
function isPage(answer: Answer): boolean {
  const isHtml = /^text\/html\b/i.test(answer.header('Content-Type') ?? '')
  return isHtml && answer.status < 400 && answer.json === undefined
}
