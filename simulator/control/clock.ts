import type { SettableClock } from '../time/clock.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { type Issue, validationError } from '../call/errors.ts'
import type { ControlHost } from './host.ts'
import type { Queue } from './queue.ts'
import { isUncountable } from '../time/uncountable.ts'
import { clockView } from './views.ts'

/**
 * Years have four digits: later ones have another form in ISO 8601. A hundred years remain for times after the clock:
 * ends of sessions, retention and certificates.
 */
const LATEST = Date.UTC(9899, 11, 31, 23, 59, 59, 999)

/** Reads and moves the clock. Its state is kept with the world. */
export function clockHandlers(
  ports: Ports,
  host: ControlHost,
  inTurn: Queue,
): Record<string, Handler> {
  const { clock } = ports
  const moving =
    (move: (call: Call) => void | Promise<void>): Handler['run'] =>
    (call) =>
      inTurn(async () => {
        const before = clock.state
        try {
          await move(call)
          await ports.world.update((file) => {
            file.clock = clock.state
          })
        } catch (error) {
          clock.restore(before)
          throw error
        }
        host.scheduler.wake()
        return json(200, { data: clockView(clock) })
      })
  return {
    getClock: { run: () => json(200, { data: clockView(clock) }) },
    freezeClock: { check: timeIssues, run: moving((call) => clock.freeze(timeOf(call))) },
    setClock: { check: timeIssues, run: moving((call) => clock.set(timeOf(call)!)) },
    resumeClock: { run: moving(() => clock.resume()) },
    advanceClock: { patient: true, run: moving((call) => advance(clock, host, call)) },
    settle: {
      patient: true,
      run: () =>
        inTurn(async () => {
          await host.scheduler.settle()
          return json(200, { data: clockView(clock) })
        }),
    },
  }
}

async function advance(clock: SettableClock, host: ControlHost, call: Call): Promise<void> {
  const ms = Math.round((call.body as { seconds: number }).seconds * 1000)
  if (clock.now() + ms > LATEST) throw validationError([tooLate(['seconds'])])
  await host.scheduler.advance(ms)
}

function timeOf(call: Call): number | undefined {
  const at = (call.body as { at?: string } | undefined)?.at
  return at === undefined ? undefined : Date.parse(at)
}

/** The schema accepts times that the platform cannot represent: leap seconds, and years before 1970. */
function timeIssues(call: Call): Issue[] {
  const at = (call.body as { at?: unknown } | null | undefined)?.at
  if (typeof at !== 'string') return []
  const time = Date.parse(at)
  const issue = (code: string, message: string): Issue[] => [
    { code, path: ['at'], message, param: 'at' },
  ]
  if (isUncountable(at)) return issue('custom', 'Not a valid time')
  if (time < 0) return issue('too_small', 'Expected a time of 1970 or later')
  return time > LATEST ? [tooLate(['at'])] : []
}

function tooLate(path: string[]): Issue {
  return {
    code: 'too_big',
    path,
    message: 'Expected a time before the year 9900',
    param: path[0]!,
  }
}
