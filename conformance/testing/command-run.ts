import { conformanceCommand } from '../command.ts'

export interface CommandRun {
  out: string
  err: string
  code: number | undefined
}

/** Runs the command `vskit conformance` in this process, and returns its output. */
export async function runConformance(
  args: string[],
  env: Record<string, string>,
  isTerminal: boolean,
): Promise<CommandRun> {
  const result: CommandRun = { out: '', err: '', code: undefined }
  await conformanceCommand({
    out: (text) => {
      result.out += text
    },
    err: (text) => {
      result.err += text
    },
    terminal: isTerminal,
    color: isTerminal,
    env,
    exit: (code) => {
      result.code = code
    },
  }).parseAsync(args, { from: 'user' })
  return result
}
