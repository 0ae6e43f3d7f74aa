import { createsApplicant, type Mutant, sending, takes } from '../../self-test/wire-faults.ts'
import { inPlane } from './each-plane-mutants.ts'

/** Values of requests that one plane accepts and the others refuse. */
export const PLANE_REFUSAL_MUTANTS: readonly Mutant[] = (
  ['us_live', 'eu_test', 'eu_live'] as const
).flatMap((plane): Mutant[] => [
  {
    name: `accepts national phones without a country in ${plane}`,
    killedBy: 'planes.applicants-in-each-plane',
    breaks: 'APP-018',
    fault: takes(
      inPlane(
        plane,
        sending(createsApplicant, ({ phone }) => String(phone).startsWith('0')),
      ),
    ),
  },
  {
    name: `accepts rules with an unknown field in ${plane}`,
    killedBy: 'planes.templates-in-each-plane',
    breaks: 'RFS-015',
    fault: takes(
      inPlane(
        plane,
        sending(
          ({ path }) => path.startsWith('/v1/workflow-templates'),
          (body) => JSON.stringify(body).includes('shoeSize'),
        ),
      ),
    ),
  },
])
