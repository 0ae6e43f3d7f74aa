import type { JsonObject } from '../../http/json.ts'
import { type Mutant, refuse } from '../../self-test/wire-faults.ts'

/** Announces each end of a session for each of two requests. */
const twice = (member: string) => (): ReturnType<Mutant['fault']> => ({
  delivery({ body }) {
    const event = JSON.parse(body.toString()) as JsonObject
    const later = new Date(Date.parse(String(event[member])) + 3).toISOString()
    return [body, Buffer.from(JSON.stringify({ ...event, [member]: later }))]
  },
})

export const REPEATED_SUBMISSION_MUTANTS: readonly Mutant[] = [
  {
    name: 'announces a verdict for each of two submissions of a step',
    killedBy: 'sdk.submitted-twice',
    breaks: 'EVT-003',
    fault: twice('occurredAt'),
  },
  {
    name: 'seals a document for each of two signatures',
    killedBy: 'esign.signed-twice',
    breaks: 'EVT-012',
    fault: twice('signedAt'),
  },
  {
    name: 'takes no second submission of a step after a refused one',
    killedBy: 'sdk.name-components',
    breaks: 'SDK-006',
    fault: () => {
      const refused = new Set<unknown>()
      return {
        response({ method, headers }, response) {
          if (method !== 'POST') return
          const token = headers['authorization']
          if (refused.has(token) && response.status < 300) {
            response.body = Buffer.from('{"error":{}}')
            refuse(response, 409, 'step_already_submitted')
          } else if (response.body.includes('name_components_required')) refused.add(token)
        },
      }
    },
  },
]
