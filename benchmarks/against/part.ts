import type { Run } from '../parts/part.ts'
import { turn } from '../parts/all.ts'
import type { LoadedPath } from '../load/paths.ts'
import type { Build } from './build.ts'
import { compareBuilds } from './judge.ts'
import type { PairedRun } from './paired-run.ts'
import { measurePairedRun } from './measure.ts'

/**
 * Compares this build with another one. Results of completed paths are in the report even if a
 * later path fails.
 */
export async function measurePairedRuns(
  paths: LoadedPath[],
  other: Build,
  { flags, cores, group, progress, report }: Run,
): Promise<void> {
  progress.expect(paths.length * flags.pairs * flags.rounds)
  const pairedRuns: PairedRun[] = []
  for (const path of paths) {
    progress.say(`${path}: starting`)
    pairedRuns.push(
      await measurePairedRun(path, group, {
        ...flags,
        cores,
        other,
        nodeArgs: flags.simulatorNodeArg,
        progress: ({ pair, round, slices }) =>
          progress.step(
            `${path}: pair ${pair}, ${turn(round, flags.rounds)}, ` +
              slices
                .map(({ requests_per_second }) => `${Math.round(requests_per_second)}/s`)
                .join(' and '),
          ),
      }),
    )
    report.comparison = compareBuilds(other, pairedRuns)
  }
}
