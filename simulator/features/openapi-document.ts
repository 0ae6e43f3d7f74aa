import { type Answer, json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'

/** The bundled contract (END). */
export function openapiDocumentHandlers(document: object): Record<string, Handler> {
  // Most simulators are never asked for it, and the text takes 5% of the time to build one.
  let answer: Answer | undefined
  return { retrieveOpenapiDocument: { run: () => (answer ??= json(200, document)) } }
}
