import type { RunReport } from '../run/result.ts'

/** Returns the scope of a run in words. */
export function gradeOf({ grade, judged }: RunReport): string {
  return `${grade}, ${judged.percent}% of requirements judged (${judged.requirements} of ${judged.of})`
}
