import { type Run, turn } from '../parts.ts'
import type { LoadedPath } from '../paths.ts'
import type { Build } from './build.ts'
import { compareBuilds } from './judge.ts'
import { type Duet, measureDuet } from './measure.ts'

/** Compares this build with another one. What was found of some paths is in the report, should a later one break. */
export async function measureDuets(
  paths: LoadedPath[],
  other: Build,
  { flags, cores, stage, progress, report }: Run,
): Promise<void> {
  progress.expect(paths.length * flags.pairs * flags.rounds)
  const duets: Duet[] = []
  for (const path of paths) {
    progress.say(`${path}: starting`)
    duets.push(
      await measureDuet(path, stage, {
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
    report.comparison = compareBuilds(other, duets)
  }
}
