import { type Answer, json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'

/** The bundled contract (END). */
export function openapiDocumentHandlers(document: object): Record<string, Handler> {
  // Serialized at the first request: most simulators never serve it, and it takes 5% of their
  // start.
  let answer: Answer | undefined
  return { retrieveOpenapiDocument: { run: () => (answer ??= json(200, document)) } }
}
