import { answers, isImage, type Mutant, refuse } from '../../self-test/wire-faults.ts'

export const SCOPES_MUTANTS: readonly Mutant[] = [
  {
    name: 'looks up the image before it checks the scope',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'IMG-009',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 404, 'artifact_not_available')
    }),
  },
  {
    name: 'returns the code forbidden for a missing scope',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'ERR-013',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 403, 'forbidden')
    }),
  },
  {
    name: 'still honours retired scopes',
    killedBy: 'scopes.retired-scopes-open-nothing',
    breaks: ['ERR-013', 'VER-022'],
    fault: () => {
      const today = new Map<string, string>()
      return {
        bindings(_, { retired_key, key }) {
          if (typeof retired_key === 'string') today.set(`Bearer ${retired_key}`, `Bearer ${key}`)
        },
        request({ headers }) {
          const other = today.get(headers['authorization'] ?? '')
          if (other !== undefined) headers['authorization'] = other
        },
      }
    },
  },
]
