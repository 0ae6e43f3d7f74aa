import {
  type ScreeningFieldEntry,
  screeningFields,
  screeningPatterns,
} from '../../../../spec/generated/screening.ts'

/** Resolves a field path of a rule: a row of the field table, or a pattern with its parts filled in. */
export type Field =
  | { shape: 'fixed'; path: string; needsDeviceIntelligence: boolean }
  | { shape: PatternShape; parts: Readonly<Record<string, string>> }

export type PatternShape = (typeof screeningPatterns)[number]['shape']

const FIXED = new Map(screeningFields.map((entry: ScreeningFieldEntry) => [entry.path, entry]))
const PATTERNS = screeningPatterns.map(({ shape, pattern }) => ({
  shape,
  pattern: new RegExp(pattern),
}))

/** Returns the field at this path; undefined if the engine cannot resolve it. */
export function fieldAt(path: string): Field | undefined {
  const entry = FIXED.get(path)
  if (entry) {
    return entry.resolvable
      ? { shape: 'fixed', path, needsDeviceIntelligence: entry.needs_device_intelligence }
      : undefined
  }
  for (const { shape, pattern } of PATTERNS) {
    const parts = pattern.exec(path)?.groups
    if (parts) return { shape, parts }
  }
  return undefined
}

/** Whether a rule that reads it cannot decline. No pattern reaches a sensitive attribute. */
export function isSensitive(path: string): boolean {
  return FIXED.get(path)?.sensitive === true
}
