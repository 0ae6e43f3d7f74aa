import type { Context, StepRequest } from '../check.ts'

/**
 * Returns the request that retrieves an applicant by the route that the target file names
 * (GAP-LISTS).
 * @returns undefined if it names no such route
 */
export function applicantRetrieval(
  ctx: Context,
  id: string,
  as: StepRequest['as'],
): StepRequest | undefined {
  const { retrieve_applicant: route } = ctx.open.routes
  if (!route) return undefined
  return { method: route.method, path: route.path.replace('{id}', encodeURIComponent(id)), as }
}
