import { Command, InvalidArgumentError, type ParseOptionsResult } from 'commander'
import { dataOf } from '../library/connection.ts'
import { secondsOf } from '../library/duration.ts'
import {
  type RunningFlags,
  action,
  connectToHealthy,
  forRunningSimulator,
} from './running-simulator.ts'

/** `vskit clock`: reads and moves the clock of the running simulator. */
export function clockCommand(): Command {
  const part = (name: string, description: string) => new Command(name).description(description)
  const clockAction =
    (name: string, method: string, path: string) =>
    (given: (argument?: string | number) => object | undefined) =>
      action(`clock ${name}`, async (...args: unknown[]) => {
        const [flags] = args.slice(-2) as [RunningFlags, Command]
        const [argument] = args.slice(0, -2) as [(string | number)?]
        const clock = await dataOf<{ now: string; frozen: boolean }>(
          await connectToHealthy(flags),
          method,
          path,
          given(argument),
        )
        console.log(
          flags.json ? JSON.stringify(clock) : `${clock.now}${clock.frozen ? ' (frozen)' : ''}`,
        )
      })
  return new Command('clock')
    .description('Shows or moves the clock of the running simulator.')
    .addCommand(
      forRunningSimulator(part('show', 'Shows the time.')).action(
        clockAction('show', 'GET', '/clock')(() => undefined),
      ),
    )
    .addCommand(
      forRunningSimulator(
        part('freeze', 'Stops the clock, at a given time or now.').argument('[time]', 'ISO 8601'),
      ).action(
        clockAction('freeze', 'POST', '/clock/freeze')((at) => (at === undefined ? {} : { at })),
      ),
    )
    .addCommand(
      forRunningSimulator(part('resume', 'Resumes a frozen clock.')).action(
        clockAction('resume', 'POST', '/clock/resume')(() => undefined),
      ),
    )
    .addCommand(
      forRunningSimulator(
        new AdvanceCommand('advance')
          .description('Moves the clock forward; jobs that become due run in order.')
          .argument('<duration>', 'such as 90s, 15m, 24h or 7d', secondsForward),
      ).action(clockAction('advance', 'POST', '/clock/advance')((seconds) => ({ seconds }))),
    )
    .addCommand(
      forRunningSimulator(
        part('set', 'Sets the clock to a time without running jobs in between.').argument(
          '<time>',
          'ISO 8601',
        ),
      ).action(clockAction('set', 'POST', '/clock/set')((at) => ({ at }))),
    )
}

const NEGATIVE = /^-\.?\d/

/** Parses `-5s` as a value, so that the error is about the negative duration, not about an option. */
class AdvanceCommand extends Command {
  override parseOptions(args: string[]): ParseOptionsResult {
    const { operands, unknown } = super.parseOptions(args)
    return NEGATIVE.test(unknown[0] ?? '')
      ? { operands: [...operands, ...unknown], unknown: [] }
      : { operands, unknown }
  }
}

/** Parses a duration into seconds. @throws {InvalidArgumentError} if it is negative or none */
function secondsForward(duration: string): number {
  if (NEGATIVE.test(duration))
    throw new InvalidArgumentError(
      'The clock cannot be advanced by a negative duration. To move it back: vskit clock set TIME',
    )
  try {
    return secondsOf(duration)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
