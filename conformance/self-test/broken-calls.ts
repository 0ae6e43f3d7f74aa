/**
 * Judges services that break one call: for each check and each of its successful calls, one that
 * answers this call with 500, and one with 404. The check alone must report a failure; a run
 * without a verdict is not enough.
 *
 *   node conformance/self-test/broken-calls.ts                  all of them; exit 1 if one is not found
 *   node conformance/self-test/broken-calls.ts --share 10       every tenth
 *   node conformance/self-test/broken-calls.ts --only hiding    those whose check matches
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptArguments } from '../../spec/script-arguments.ts'
import { requirementOf } from '../check/calls.ts'
import type { StepRequest } from '../check/check.ts'
import { CHECKS } from '../checks/all.ts'
import { withFaultProxies } from './fault-proxy.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Seen } from './generated/judge-derived.ts'
import { observeChecks } from './generated/judge-derived.ts'
import type { Fault, ProxiedRequest, ProxiedResponse } from './proxy.ts'
import { type StartedSimulator, startSimulator } from './simulator.ts'

export interface BrokenCall {
  check: string
  operation: string
  /** The response instead of success. */
  answer: 'error' | 'not found'
}

/** Successful calls that the contract describes, by check. */
export function brokenCalls(seen: Seen): BrokenCall[] {
  const slow = new Set(CHECKS.filter((check) => check.slow).map(({ id }) => id))
  return OPERATIONS.filter(isStated).flatMap(({ id: operation }) => {
    const checks = ['200', '201'].flatMap((status) => seen.get(`${operation} ${status}`) ?? [])
    return checks
      .filter((check) => !slow.has(check))
      .flatMap((check): BrokenCall[] =>
        (['error', 'not found'] as const).map((answer) => ({ check, operation, answer })),
      )
  })
}

function isStated({ id }: { id: string }): boolean {
  return STATED.has(id)
}

/** Operations whose success the contract requires, by method and path. A service may reject all other calls. */
const STATED: ReadonlySet<string> = new Set(
  OPERATIONS.filter(
    ({ method, path }) =>
      requirementOf({
        method: method as StepRequest['method'],
        path: path.replaceAll(/\{\w+\}/g, 'x'),
      }) !== undefined,
  ).map(({ id }) => id),
)

function faultOf({ operation, answer }: BrokenCall): Fault {
  const { method, form } = OPERATIONS.find(({ id }) => id === operation)!
  return {
    response(request: ProxiedRequest, response: ProxiedResponse) {
      if (request.method !== method || !form.test(request.path) || response.status >= 300) return
      response.status = answer === 'error' ? 500 : 404
      const code = answer === 'error' ? 'internal_error' : 'resource_not_found'
      const address = `https://docs.vskit.example/errors/${code}`
      response.headers = response.headers.filter(([name]) => !/^content-type$/i.test(name))
      response.headers.push(['Content-Type', 'application/json'])
      response.body = Buffer.from(
        JSON.stringify({
          error: {
            type: address,
            code,
            message: 'No.',
            request_id: 'req_1',
            doc_url: address,
            details: {},
          },
        }),
      )
    },
  }
}

/** @returns a description of each broken call that prevented a verdict and was not reported */
export async function notFound(
  simulator: StartedSimulator,
  calls: readonly BrokenCall[],
  width: number,
): Promise<string[]> {
  const complaints = await withFaultProxies(simulator, calls, width, async (proxy, call) => {
    const report = await proxy.judge(faultOf(call), [call.check])
    const { outcome, reason } = report.checks[0]!
    // A check that passes does not need the call: it may read headers, which an error response has,
    // too.
    if (report.exit_code === 1 || outcome === 'pass') return []
    return [
      `${call.check}: ${outcome} if ${call.operation} returns ${call.answer}: ${reason ?? ''}`,
    ]
  })
  return complaints.flat()
}

async function main(): Promise<void> {
  const { values } = scriptArguments(import.meta.filename, {
    options: {
      share: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      parallel: { type: 'string', default: '4' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'vskit-broken-calls-'))
  const simulator = await startSimulator(folder)
  try {
    const fits = new RegExp(values.only)
    const calls = brokenCalls(await observeChecks(simulator)).filter(
      ({ check }, i) => i % Number(values.share) === 0 && fits.test(check),
    )
    const missed = await notFound(simulator, calls, Number(values.parallel))
    for (const line of missed) console.log(line)
    console.log(`${calls.length - missed.length} of ${calls.length} broken calls found`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
