import { type Command, CommanderError } from 'commander'
import { simulatorCommand } from '../command.ts'

/**
 * Runs `vskit simulator` in this process, which takes 1% of the time of a separate process. It must
 * end with an error; to start a simulator, use `simulatorProcess`.
 */
export function refused(args: string[]): Promise<Refusal> {
  return refusedBy(simulatorCommand(), args)
}

export interface Refusal {
  code: number
  stdout: string
  stderr: string
}

/** Runs another command in the same way. It must report its errors by `Command.error`. */
export async function refusedBy(command: Command, args: string[]): Promise<Refusal> {
  const said = { stdout: '', stderr: '' }
  const capture = (one: Command): void => {
    one.exitOverride().configureOutput({
      writeOut: (text) => {
        said.stdout += text
      },
      writeErr: (text) => {
        said.stderr += text
      },
    })
    one.commands.forEach(capture)
  }
  capture(command)
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...said }
    throw error
  }
  throw new Error(`not refused: ${args.join(' ')}`)
}
