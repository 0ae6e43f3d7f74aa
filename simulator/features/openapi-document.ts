import { json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'

/** The contract itself, as it was bundled (END). */
export function openapiDocumentHandlers(document: object): Record<string, Handler> {
  const answer = json(200, document)
  return { retrieveOpenapiDocument: { run: () => answer } }
}
