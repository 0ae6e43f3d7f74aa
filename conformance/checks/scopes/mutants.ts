import { answers, isImage, type Mutant, refuse } from '../../self-test/wire-faults.ts'

export const SCOPES_MUTANTS: readonly Mutant[] = [
  {
    name: 'looks for the image before it asks for the scope',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'IMG-009',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 404, 'artifact_not_available')
    }),
  },
]
