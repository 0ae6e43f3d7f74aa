import { readFileSync } from 'node:fs'

/** Faults that the self-tests of each check find, with the requirements that they break. */
export type KnownFaults = Readonly<
  Record<string, readonly { fault: string; breaks: readonly string[] }[]>
>

export const KNOWN_FAULTS = new URL('../known-faults.json', import.meta.url)

export function loadKnownFaults(): KnownFaults {
  return JSON.parse(readFileSync(KNOWN_FAULTS, 'utf8')) as KnownFaults
}
