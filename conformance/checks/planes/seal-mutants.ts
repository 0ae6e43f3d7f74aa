import { json, type Mutant } from '../../self-test/wire-faults.ts'
import { inRegion, on } from './each-plane-mutants.ts'

const killedBy = 'planes.seals-in-each-plane'
const inEu = inRegion('eu', on('/v1/esign/verify'))

/** Faults of the verification of seals in eu. */
export const PLANE_SEAL_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['verified', 'unknown_key', 'VST-002'],
      ['unknown_key', 'verified', 'VST-008'],
      ['revoked_key', 'verified', 'VST-009'],
      ['bad_signature', 'verified', 'VST-011'],
      ['claim_mismatch', 'verified', 'VST-013'],
    ] as const
  ).map(([status, instead, breaks]): Mutant => ({
    name: `reports ${instead} for ${status} in eu`,
    killedBy,
    breaks,
    fault: json(inEu, (body) =>
      'status' in body && body.status === status
        ? { ...body, match: instead === 'verified', status: instead }
        : body,
    ),
  })),
  ...[
    ['VFR-023', 'Okafor Lindqvist'],
    ['VFR-024', 'ana@example.com'],
    ['VFR-025', '+442071838750'],
    ['VFR-026', 'Lease of the flat at Kings Place'],
    ['VFR-027', 'Okafor Lindqvist'],
    ['VFR-028', 'ana@example.com'],
  ].map(([breaks, text]): Mutant => ({
    name: `seals ${text!} in eu, by ${breaks!}`,
    killedBy,
    breaks: breaks!,
    fault: json(inEu, (body) => {
      const { seal } = body as { seal?: { payload_json: string } }
      if (seal) seal.payload_json = seal.payload_json.replace('{', `{"note":"${text!}",`)
    }),
  })),
]
