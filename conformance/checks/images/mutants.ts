import { answers, isImage, json, type Mutant, refuse } from '../../self-test/wire-faults.ts'

export const IMAGES_MUTANTS: readonly Mutant[] = [
  {
    name: 'echoes the artifact',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-018',
    fault: json(isImage, ({ error }, { path }) => {
      if (error) error.message = `No artifact ${path.split('/').at(-1)}.`
    }),
  },
  {
    name: 'says that the back is not stored',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-005',
    fault: answers(
      ({ path }) => path.endsWith('/back'),
      (response) => refuse(response, 404, 'artifact_not_available'),
    ),
  },
  {
    name: 'sends a second Vary for unserved artifacts',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-022',
    fault: answers(
      ({ path }) => path.includes('/side-'),
      ({ headers }) => {
        headers.push(['Vary', 'Accept'], ['Vary', 'Accept'])
      },
    ),
  },
]
