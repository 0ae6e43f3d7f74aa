import { CommanderError } from 'commander'
import { simulatorCommand } from '../command.ts'

/**
 * Runs `vskit simulator` in this process, which takes a hundredth of a process of its own. It must
 * end with an error: `simulatorProcess` starts it.
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
