import { iso } from '../../time/clock.ts'
import type { ChainLink } from '../../features/signing/crypto/chain.ts'
import type { DisclosureItems } from '../../features/signing/crypto/disclosure-items.ts'
import { disclosures, publishDisclosure } from '../../features/signing/disclosures.ts'
import { ENVELOPE, type EnvelopeRecord } from '../../features/signing/envelope-record.ts'
import { dropEnvelope, keptUntil } from '../../features/signing/envelope-retention.ts'
import { recordPaperSent } from '../../features/signing/paper-copies.ts'
import { envelopeOf, fileAnswer } from '../../features/applicant-actions/sdk-envelopes.ts'
import { reissue } from '../../features/signing/reissue.ts'
import { retrySealing } from '../../features/signing/sealing-retry.ts'
import { SEALING_FAULT, type SealingFault } from '../../features/signing/sealing.ts'
import { CEREMONY, SIGNED_DOCUMENT } from '../../features/signing/signed-documents.ts'
import type { AgreementDocument } from '../../features/signing/crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import { json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import { retryInTurn } from '../../store/conflict.ts'
import type { Document } from '../../store/records.ts'
import { type Mode, scopeOf } from '../../world/world.ts'
import { organizationOf } from '../access/organization.ts'
import { anySession } from '../access/session.ts'

/** Document signing as the sending business and its platform see it. */
export function envelopeHandlers(ports: Ports): Record<string, Handler> {
  return {
    listSessionEnvelopes: {
      run: async (call) => {
        const { scope, id } = await anySession(ports, call.params.id!)
        const found = await ports.records.page(scope, ENVELOPE, {
          key1: id,
          limit: Number.MAX_SAFE_INTEGER,
        })
        const views = found
          .toReversed()
          .map(({ body }) => view(ports, scope, body as EnvelopeRecord))
        return json(200, { data: await Promise.all(views) })
      },
    },
    downloadEnvelopeDocument: {
      run: async (call) =>
        fileAnswer(ports, (await anyEnvelope(ports, call)).body, call.params.document_id!),
    },
    sealEnvelope: {
      run: async (call) => {
        const { scope, id } = await anyEnvelope(ports, call)
        return json(200, {
          data: await view(ports, scope, await retrySealing(ports, scope, id, call.now)),
        })
      },
    },
    reissueEnvelope: {
      run: async (call) => {
        const { scope, id } = await anyEnvelope(ports, call)
        return json(200, {
          data: await view(ports, scope, await reissue(ports, scope, id, call.now)),
        })
      },
    },
    endEnvelopeRetention: {
      run: async (call) => {
        const { scope, id } = await anyEnvelope(ports, call)
        await dropEnvelope(ports, scope, id, call.now)
        return json(200, { data: await view(ports, scope, await envelopeOf(ports, scope, id)) })
      },
    },
    recordPaperCopySent: {
      run: async (call) => {
        const { scope, id } = await anyEnvelope(ports, call)
        await recordPaperSent(ports, scope, id, call.now)
        return json(200, { data: await view(ports, scope, await envelopeOf(ports, scope, id)) })
      },
    },
    failSealings: {
      run: async (call) => {
        const { mode, times } = call.body as { mode: Mode; times: number }
        const scope = scopeOf(organizationOf(ports, call.params.id!), mode)
        await failNext(ports, scope, times)
        return json(200, { data: { mode, left: times } })
      },
    },
    listDisclosures: { run: () => json(200, { data: disclosures(ports) }) },
    publishDisclosure: {
      run: async (call) => {
        await publishDisclosure(ports, call.body as DisclosureItems, call.now)
        return json(201, { data: disclosures(ports).at(-1) })
      },
    },
  }
}

async function anyEnvelope(ports: Ports, { params }: Call): Promise<Document<EnvelopeRecord>> {
  const found = await ports.records.find(ENVELOPE, params.envelope_id!)
  if (!found) throw new ApiError('resource_not_found')
  return found as Document<EnvelopeRecord>
}

function failNext(ports: Ports, scope: string, left: number): Promise<void> {
  return retryInTurn(ports.turns, `sealing_fault:${scope}`, async () => {
    const found = await ports.records.read(scope, SEALING_FAULT, scope)
    const body: SealingFault = { left }
    const ifVersion = found?.version ?? 0
    await ports.records.write([
      { type: 'put', scope, kind: SEALING_FAULT, id: scope, body, ifVersion },
    ])
  })
}

/** Includes the reason of a refusal and the typed name: this is the business's own record. */
async function view(ports: Ports, scope: string, envelope: EnvelopeRecord) {
  const ceremony = (await ports.records.read(scope, CEREMONY, envelope.agreement_id)) as
    | Document<ChainLink[]>
    | undefined
  const documents = await Promise.all(
    envelope.documents.map(async (document) => {
      const stored = await ports.records.read(scope, SIGNED_DOCUMENT, document.id)
      const { seal = null, attestations = [] } = (stored?.body ?? {}) as Partial<AgreementDocument>
      return { ...document, seal, attestations }
    }),
  )
  const { typed_name = null, decline_reason = null, signer_name: _name, ...rest } = envelope
  return {
    ...rest,
    documents,
    typed_name,
    decline_reason,
    kept_until: iso(keptUntil(envelope).getTime()),
    ceremony: ceremony?.body ?? null,
  }
}
