import { json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'

/** The bundled contract (END). */
export function openapiDocumentHandlers(document: object): Record<string, Handler> {
  const answer = json(200, document)
  return { retrieveOpenapiDocument: { run: () => answer } }
}
