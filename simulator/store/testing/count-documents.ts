import type { Records } from '../records.ts'

/** Counts the documents of a kind in a scope. */
export async function countDocuments(
  records: Pick<Records, 'page'>,
  scope: string,
  kind: string,
): Promise<number> {
  return (await records.page(scope, kind, { limit: 1_000_000 })).length
}
