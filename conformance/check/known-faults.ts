import { readFileSync } from 'node:fs'

/** By check, the faults that it is known to find, as its own tests show, and the requirements that each breaks. */
export type KnownFaults = Readonly<
  Record<string, readonly { fault: string; breaks: readonly string[] }[]>
>

export const KNOWN_FAULTS = new URL('../known-faults.json', import.meta.url)

export function loadKnownFaults(): KnownFaults {
  return JSON.parse(readFileSync(KNOWN_FAULTS, 'utf8')) as KnownFaults
}
