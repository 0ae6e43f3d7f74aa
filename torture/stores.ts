import { join } from 'node:path'

/** A place where a simulator keeps its records. */
export interface Store {
  name: string
  /** Whether records survive the end of the process. */
  durable: boolean
  /** Flags of `vskit simulator`; `folder` is an empty folder that nothing else uses. */
  flags(folder: string): string[]
}

/** To run the parts against another store, add it here. */
export const STORES: readonly Store[] = [
  { name: 'memory', durable: false, flags: () => [] },
  { name: 'folder', durable: true, flags: (folder) => ['--data-dir', join(folder, 'data')] },
]

/** @throws {Error} if there is no such store */
export function storeNamed(name: string): Store {
  const found = STORES.find((store) => store.name === name)
  if (found) return found
  const names = STORES.map((store) => store.name).join(', ')
  throw new Error(`There is no store ${name}. Choose one of: ${names}.`)
}
