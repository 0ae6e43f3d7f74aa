import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProcess } from './groups.ts'

/** Maximum number of failed files to run again: more are not instability. */
const MOST = 40
/** Number of printed lines of a process whose tests passed. */
const LINES = 30

/** Result of a second run of the failed files. */
export interface SecondRun {
  /** Failed, and passed when run alone. */
  unstable: string[]
  /** Failed twice, or failed once and was not run again. */
  failed: string[]
}

/**
 * Runs the failed files a second time, alone, one after another.
 *
 * @param failed files that failed in the first run
 * @param run runs one file, and returns whether it passed
 */
export async function runAgain(
  failed: string[],
  run: (file: string) => Promise<boolean>,
): Promise<SecondRun> {
  if (failed.length > MOST) return { unstable: [], failed }
  const result: SecondRun = { unstable: [], failed: [] }
  for (const file of failed) ((await run(file)) ? result.unstable : result.failed).push(file)
  return result
}

/**
 * Returns the test files that failed. A process that crashed counts with all files that it had not
 * finished; one that failed although each file passed counts as one file, its entry.
 *
 * @param saved the file that tap's `--save` writes: one failed entry per line
 */
export function failedFiles(processes: TestProcess[], saved: string): string[] {
  const entries = lines(saved)
  return processes
    .filter(({ entry }) => entries.includes(entry))
    .flatMap(({ entry, files, passedFile }) => {
      const passed = passedFile === undefined ? [] : lines(passedFile)
      const failed = files.filter((file) => !passed.includes(file))
      // Every file passed, but the process failed: because of output on stderr, for example.
      return failed.length > 0 ? failed : [entry]
    })
}

/**
 * Returns the last lines that a process printed, for a failure that is not in any test: the
 * reporter does not show them.
 *
 * @param folder the folder of tap's `--output-dir`
 */
export function endOfOutput(folder: string, entry: string): string {
  return lines(join(folder, `${entry}.tap`))
    .slice(-LINES)
    .join('\n')
}

function lines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
