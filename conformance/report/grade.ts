import type { RunReport } from '../run/result.ts'

/** How far the run could look, in words. */
export function gradeOf({ grade, judged }: RunReport): string {
  return `${grade}, ${judged.percent}% of requirements judged (${judged.requirements} of ${judged.of})`
}
