import type { Check } from '../../check/check.ts'
import { idText } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at, isObject, parseJson, walk } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { numbersIn, placeIn } from './document-numbers.ts'
import { holdsHash } from './hash-text.ts'
import {
  expectSealForm,
  expectWithheld,
  SEAL_FORM,
  STATUSES,
  type Status,
  statusCheck,
  TWICE,
  WITHHELD,
} from './statuses.ts'
import { sentKeyChecks } from './sent-keys.ts'
import { NEEDS, testDocument, verify } from './verify-request.ts'

const CLAIMS = {
  agreement: 'VST-013',
  document: 'VST-014',
  organization: 'VST-015',
  mode: 'VST-016',
  region: 'VST-017',
}

export const verifyChecks: readonly Check[] = [
  ...(Object.keys(STATUSES) as Status[]).map(statusCheck),
  ...Object.entries(CLAIMS).map(([claim, requirement]) => mismatch(claim, requirement)),
  ...sentKeyChecks,
  {
    id: 'verify.says-what-it-found',
    area: 'verify',
    requirements: [
      'VFR-015',
      'VFR-016',
      'VFR-017',
      'VFR-018',
      'VFR-019',
      'VFR-020',
      'VFR-021',
      'VFR-022',
      'VFY-023',
      'VFY-025',
      'ESG-002',
      ...WITHHELD,
    ],
    level: 'must',
    needs: NEEDS,
    why: 'A checker needs the position of the document in the agreement, and later entries about it.',
    async run(ctx) {
      const bindings = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'verified', documents: 17, attestations: 3 },
        'sha256',
        'agreement_id',
        'document_id',
      )
      const answer = await verify(ctx, bindings.sha256)
      expectWithheld(ctx, answer, bindings)
      const values = [...walk(answer.json, (key) => key !== 'seal')].map(({ value }) => value)
      ctx.expect(
        'ESG-002',
        'the status verified',
        at(answer.json, 'status') === 'verified',
        at(answer.json, 'status'),
      )
      // The contract leaves the names of identifiers open (GAP-VERIFY-IDENTIFIERS). Their values
      // are known, so search for those.
      for (const [requirement, what, value] of [
        ['VFR-015', 'the id of the agreement', bindings.agreement_id],
        ['VFR-016', 'the id of the document', bindings.document_id],
        ['VFR-017', 'that there are 17 documents', 17],
      ] as const) {
        ctx.expect(
          requirement,
          what,
          values.some(
            (one) =>
              one === value ||
              idText(one) === value ||
              (typeof one === 'string' && placeIn(one).some((number) => number === value)),
          ),
          values.filter((one) => typeof one !== 'object'),
        )
      }
      ctx.expect(
        'VFR-018',
        'the hash',
        values.some((one) => holdsHash(one, bindings.sha256)),
        values.filter((one) => typeof one === 'string'),
      )
      ctx.expect(
        'VFR-022',
        'three attestations',
        values.some((one) => countOf(one) === 3),
        'no collection of three',
      )
      const methods = walk(answer.json, (key) => key !== 'seal').some(
        ({ path, value }) => /method/i.test(String(path.at(-1))) && countOf(value) !== 0,
      )
      const lists = values.filter((one) => Array.isArray(one) && one.length > 0 && one.length !== 3)
      ctx.expect(
        'VFR-019',
        'the methods: a member of that name, or a list beside that of the attestations',
        methods || lists.length > 0,
        `${lists.length} lists`,
      )
      const ids = ['agreement_id', 'document_id', 'organization_id'].map((id) =>
        idText(bindings[id]),
      )
      const numbers = numbersIn(answer.json).filter((one) => !ids.includes(String(one)))
      // The names are open, so a position in the event chain is judged only where a name says that
      // it is one. It may be a text, such as the hash of an entry.
      const claims: unknown = parseJson(String(at(answer.json, 'seal', 'payload_json') ?? '{}'))
      const pinned = chainPosition(claims)
      const isLater = (one: unknown): boolean =>
        typeof pinned !== 'number' || typeof one !== 'number' || one >= pinned
      const position =
        chainPosition(answer.json) ??
        (typeof pinned === 'number' ? numbers.find((one) => one !== 17 && isLater(one)) : undefined)
      if (position === undefined && typeof pinned !== 'number')
        ctx.observe('GAP-VERIFY-IDENTIFIERS', 'no member is named as a position in the event chain')
      else
        ctx.expect(
          'VFR-021',
          `the current position, not before ${shown(pinned)}, which the seal pins`,
          position !== undefined && isLater(position),
          position ?? 'no position',
        )
      // The first number of documents is open; the response contains this number and 17.
      const places = numbers.filter((one) => one <= 17)
      const isCounted = places.some((one) => one === position)
      ctx.expect(
        'VFR-017',
        'the position among the 17 documents',
        places.length >= (isCounted ? 3 : 2),
        numbers,
      )
      const mode = at(answer.json, 'mode')
      for (const requirement of ['VFR-020', 'VFY-023', 'VFY-025'])
        ctx.expect(requirement, 'the mode live', mode === 'live', mode)
    },
  },
  {
    id: 'verify.test-mode',
    area: 'verify',
    requirements: ['VFY-023', 'VFY-024', 'VFR-014', 'VFR-020', ...SEAL_FORM, ...WITHHELD],
    level: 'must',
    needs: NEEDS,
    why: 'A test document looks like a signed one; only the mode distinguishes them.',
    async run(ctx) {
      const bindings = await testDocument(ctx)
      const answer = await verify(ctx, bindings.sha256)
      const [mode, seal] = [at(answer.json, 'mode'), at(answer.json, 'seal')]
      ctx.expect('VFR-014', 'a seal as an object', isObject(seal), seal)
      expectSealForm(ctx, seal, String(at(answer.json, 'status')))
      expectWithheld(ctx, answer, bindings)
      for (const requirement of ['VFY-023', 'VFY-024', 'VFR-020'])
        ctx.expect(requirement, 'the mode test', mode === 'test', mode)
    },
  },
  {
    id: 'verify.region-by-region',
    area: 'verify',
    requirements: ['ESG-003', 'VFY-014', 'VFY-015', 'VST-003'],
    level: 'must',
    needs: { ...NEEDS, regions: ['us', 'eu'] },
    why: '"Not found" is conclusive only if each region reports its own documents.',
    async run(ctx) {
      for (const [sealedIn, notIn] of [
        [ctx.home, ctx.other],
        [ctx.other, ctx.home],
      ] as const) {
        const test = await testDocument(ctx, sealedIn)
        const elsewhere = at((await verify(ctx, test.sha256, notIn)).json, 'status')
        for (const requirement of ['VFY-015', 'VST-003'])
          ctx.expect(
            requirement,
            `not_found in ${notIn} for a test document of ${sealedIn}`,
            elsewhere === 'not_found',
            elsewhere,
          )
        const params = { region: sealedIn, mode: 'live', status: 'verified' }
        const { sha256 } = await reach(ctx, 'signed_document', params, 'sha256')
        for (const [region, wanted, requirements] of [
          [sealedIn, 'verified', ['ESG-003', 'VFY-014']],
          [notIn, 'not_found', ['ESG-003', 'VFY-014', 'VFY-015', 'VST-003']],
        ] as const) {
          const answer = await verify(ctx, sha256, region)
          const status = at(answer.json, 'status')
          for (const requirement of requirements) {
            ctx.expect(
              requirement,
              `200 and ${wanted} in ${region} for a document of ${sealedIn}`,
              answer.status === 200 && status === wanted,
              `${answer.status} ${status as string}`,
            )
          }
        }
      }
    },
  },
  {
    id: 'verify.a-gone-record-excuses-nothing',
    area: 'verify',
    requirements: ['VST-021'],
    level: 'must',
    needs: NEEDS,
    why: 'If the missing record were checked first, a forged seal would pass after its retention.',
    async run(ctx) {
      for (const wanted of ['bad_signature', 'unknown_key', 'revoked_key', 'claim_mismatch']) {
        const { sha256 } = await reach(
          ctx,
          'signed_document',
          { mode: 'live', status: wanted, ceremony_gone: true },
          'sha256',
        )
        const status = at((await verify(ctx, sha256)).json, 'status')
        ctx.expect('VST-021', wanted, status === wanted, status)
      }
    },
  },
]

/** Number of entries of a list, or of an object of objects; undefined for another value. */
export function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length
  if (!isObject(value) || !Object.values(value).every(isObject)) return undefined
  return Object.keys(value).length
}

/**
 * Returns the position in the event chain; undefined if no member is named as one. A name with only
 * `position` may be the place among the documents.
 */
export function chainPosition(document: unknown): string | number | undefined {
  // Not spread first: the walk reuses its path.
  const named = walk(document, (key) => key !== 'seal').flatMap(({ path, value }) => {
    if (!/chain|sequence|event_?(position|index|number)/i.test(path.join('.'))) return []
    if (Number.isInteger(value)) return [value as number]
    if (typeof value !== 'string' || value === '') return []
    return [/^\d{1,9}$/.test(value) ? Number(value) : value]
  })
  const found: (string | number)[] = [...named]
  return found.find((one) => typeof one === 'number') ?? found[0]
}

function mismatch(claim: string, requirement: string): Check {
  return {
    id: `verify.mismatch-of-${claim}`,
    area: 'verify',
    requirements: [requirement, 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'A valid seal on another document is the most convincing forgery.',
    async run(ctx) {
      const { sha256 } = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'claim_mismatch', claim },
        'sha256',
      )
      for (const when of TWICE) {
        const { json } = await verify(ctx, sha256)
        ctx.expect(
          requirement,
          `claim_mismatch${when}`,
          at(json, 'status') === 'claim_mismatch',
          at(json, 'status'),
        )
        ctx.expect('VFR-004', `match false${when}`, at(json, 'match') === false, at(json, 'match'))
      }
    },
  }
}
