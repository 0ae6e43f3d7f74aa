import { answers, type Mutant } from '../../self-test/wire-faults.ts'

export const BLANK_IMAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'extracts data from a blank page',
    killedBy: 'id-scan.blank-images',
    breaks: 'ERR-028',
    fault: answers(
      ({ path, headers }) =>
        path === '/v1/id-verification' && !!headers['authorization']?.includes('_live_'),
      (response) => {
        response.status = 200
        response.body = Buffer.from('{"data":{"mode":"live","document_type":"passport"}}')
      },
    ),
  },
]
