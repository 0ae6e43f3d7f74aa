import { CommanderError } from 'commander'
import { simulatorCommand } from '../command.ts'

/**
 * Runs `vskit simulator` in this process, which takes 1% of the time of a separate process. It must
 * end with an error; to start a simulator, use `simulatorProcess`.
 */
export async function refused(
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const command = simulatorCommand()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        said.stdout += text
      },
      writeErr: (text) => {
        said.stderr += text
      },
    })
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...said }
    throw error
  }
  throw new Error(`started with ${args.join(' ')}`)
}
