import t from 'tap'
import { DISCLOSURE_HEADINGS } from '../../features/signing/crypto/disclosure-items.ts'
import { PUBLISHED } from '../../features/signing/crypto/disclosure.ts'
import { PdfRenderer } from '../../pdf/pdf-renderer.ts'
import { sha256 } from '../../world/sha256.ts'
import { type ConsoleEnvelope, LEASE, signingFor } from '../../testing/signing.ts'
import { client, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { codeOf, controlFor, dataOf, problemsOf } from '../testing.ts'

const { simulator, control } = await controlFor(t, { world: roomyWorld() })
const acme = signingFor(simulator)
const lease = await acme.workflow()
const envelopesOf = async (id: string) =>
  dataOf<ConsoleEnvelope[]>(await control('GET', `/sessions/${id}/envelopes`))

t.test('the business sees the envelopes of a session in every state', async (t) => {
  const unopened = await acme.backend.create({ workflow_template_id: lease })
  t.strictSame(await envelopesOf(unopened), [])
  const states = {
    sent: (await acme.ready(lease)).id,
    sealed: (await acme.signed(lease)).id,
    declined: await acme.begin(lease).then(async ({ id, post }) => {
      await post('decline', { reason: 'x' })
      return id
    }),
    withdrawn: await acme.begin(lease).then(async ({ id, post }) => {
      await post('withdraw')
      return id
    }),
  }
  for (const [status, id] of Object.entries(states))
    t.match(await envelopesOf(id), [{ status, session_id: id }])
  t.equal(codeOf(await control('GET', '/sessions/vs_nobody/envelopes')), 'resource_not_found')
})

t.test('the business downloads the signed file, with its digest', async (t) => {
  const { id, envelope } = await acme.signed(lease)
  const [{ id: envelopeId }] = (await envelopesOf(id)) as [ConsoleEnvelope]
  const download = (document: string) =>
    client(
      simulator,
      undefined,
      'control',
    )('GET', `/control/v1/envelopes/${envelopeId}/documents/${document}`)
  const { documentId, finalHash } = envelope.documents[0]!
  const { bytes, headers } = await download(documentId)
  t.equal(sha256(bytes), finalHash)
  t.equal(
    headers.get('repr-digest'),
    `sha-256=:${Buffer.from(finalHash!, 'hex').toString('base64')}:`,
  )
  t.equal((await download('doc_nobody')).status, 404)
})

t.test(
  'a failed sealing can be retried, but only for a signed and unsealed envelope',
  async (t) => {
    const fail = (body: object) => control('POST', '/organizations/org_acme/sealing_faults', body)
    t.strictSame(dataOf(await fail({ mode: 'test', times: 3 })), { mode: 'test', left: 3 })
    t.strictSame(dataOf(await fail({ mode: 'test', times: 1 })), { mode: 'test', left: 1 })
    const { id } = await acme.signed(lease)
    const [{ id: envelope, status }] = (await envelopesOf(id)) as [ConsoleEnvelope]
    t.equal(status, 'signed')
    t.match(dataOf(await control('POST', `/envelopes/${envelope}/seal`)), { status: 'sealed' })
    t.equal(codeOf(await control('POST', `/envelopes/${envelope}/seal`)), 'illegal_transition')
    t.match(dataOf(await control('POST', `/envelopes/${envelope}/end_retention`)), {
      ceremony: null,
    })
    t.equal(codeOf(await control('POST', '/envelopes/env_nobody/seal')), 'resource_not_found')
    t.strictSame(problemsOf(await fail({ mode: 'test', times: -1 })), ['too_small times'])
    t.equal(
      codeOf(
        await control('POST', '/organizations/nobody/sealing_faults', { mode: 'test', times: 1 }),
      ),
      'resource_not_found',
    )
    t.equal((await acme.signed(lease)).envelope.status, 'sealed', 'the fault is over')
  },
)

t.test('a sealing fault counts every step that one call signs', async (t) => {
  dataOf(
    await control('POST', '/organizations/org_acme/sealing_faults', { mode: 'test', times: 1 }),
  )
  const second = { id: 'annex', type: 'esign', config: { documents: [{ ...LEASE, id: 'annex' }] } }
  const id = await acme.backend.create({
    workflow_template_id: await acme.workflow({ steps: [second] }),
  })
  dataOf(await control('POST', `/sessions/${id}/journey`, { action: 'submit' }))
  const statuses = (await envelopesOf(id)).map(({ status }) => status)
  t.strictSame(statuses.toSorted(), ['sealed', 'signed'])
})

t.test('VST-009 VST-030 a document whose key was revoked is re-issued', async (t) => {
  const { id, envelope: signed } = await acme.signed(lease)
  const [{ id: envelope }] = (await envelopesOf(id)) as [ConsoleEnvelope]
  const { finalHash } = signed.documents[0]!
  const reissue = (name = envelope) => control('POST', `/envelopes/${name}/reissue`)
  t.equal(codeOf(await reissue()), 'illegal_transition', 'its key is trusted')
  const before = (await acme.verify(finalHash!)) as { seal: { payload_json: string } }
  const { kid } = JSON.parse(before.seal.payload_json) as { kid: string }
  dataOf(await control('POST', `/seal_keys/${kid}/revoke`))
  t.match(await acme.verify(finalHash!), { status: 'revoked_key' })
  const events = (await acme.control.events()).length
  t.match(dataOf(await reissue()), { status: 'sealed', ceremony: { length: 6 } })
  const after = (await acme.verify(finalHash!)) as { seal: { payload_json: string } }
  t.match(after, { status: 'verified', match: true, chain_position: 6 })
  const claims = JSON.parse(after.seal.payload_json) as { kid: string; final_hash: string }
  t.not(claims.kid, kid)
  t.equal(claims.final_hash, finalHash, 'the same file')
  t.equal((await acme.control.events()).length, events, 'nothing was signed')
  t.equal(codeOf(await reissue()), 'illegal_transition', 'once')
  const { id: unsigned } = await acme.ready(lease)
  const [{ id: open }] = (await envelopesOf(unsigned)) as [ConsoleEnvelope]
  t.equal(codeOf(await reissue(open)), 'illegal_transition', 'nothing is sealed')
  t.equal(codeOf(await reissue('env_nobody')), 'resource_not_found')
})

t.test('CER-030 after the paper was sent, a further request is a new obligation', async (t) => {
  const { id, post } = await acme.ready(lease)
  const [{ id: envelope }] = (await envelopesOf(id)) as [ConsoleEnvelope]
  const sent = () => control('POST', `/envelopes/${envelope}/paper_copy_sent`)
  t.equal(codeOf(await sent()), 'illegal_transition')
  await post('paper_copy')
  await post('paper_copy')
  t.match(dataOf(await sent()), { paper_copy_requested_at: /Z$/, paper_copy_sent_at: /Z$/ })
  t.equal(codeOf(await sent()), 'illegal_transition')
  await post('paper_copy')
  t.match(await envelopesOf(id), [{ paper_copy_sent_at: null }])
  const mails = dataOf<{ kind: string }[]>(await control('GET', `/emails?session_id=${id}`))
  t.strictSame(
    mails.map(({ kind }) => kind),
    ['paper_copy_requested', 'paper_copy_requested'],
  )
  t.equal(
    codeOf(await control('POST', '/envelopes/env_nobody/paper_copy_sent')),
    'resource_not_found',
  )
})

t.test('disclosures are published and listed', async (t) => {
  const items = Object.fromEntries(
    Object.keys(DISCLOSURE_HEADINGS).map((name) => [name, `What is said of ${name}.`]),
  )
  const published = dataOf<{ version: number }>(await control('POST', '/disclosures', items))
  t.strictSame(dataOf(await control('GET', '/disclosures')), [...PUBLISHED, published])
  t.strictSame(problemsOf(await control('POST', '/disclosures', { ...items, paper: '' })), [
    'too_small paper',
  ])
})

t.test('CER-032 charges are listed, newest first; paper costs nothing', async (t) => {
  const live = signingFor(simulator, 'org_acme', 'live')
  const workflow = await live.workflow()
  dataOf(await (await live.ready(workflow)).post('paper_copy'))
  t.strictSame(dataOf(await control('GET', '/organizations/org_acme/charges')), [])
  await live.signed(workflow)
  t.match(dataOf(await control('GET', '/organizations/org_acme/charges')), [
    { check_type: 'esign', currency: 'USD' },
  ])
  t.equal(codeOf(await control('GET', '/organizations/nobody/charges')), 'resource_not_found')
})

/** Loses every certificate, like a full disk or a bug in a library. */
class FailingRenderer extends PdfRenderer {
  override appendCertificate(): Promise<Uint8Array> {
    return Promise.reject(new Error('no ink'))
  }
}

t.test('STA-021 a failed certificate loses no signature, and is reported', async (t) => {
  const pdf = new FailingRenderer()
  t.teardown(() => pdf.close())
  const reported: unknown[] = []
  const torn = await simulatorFor(t, {
    world: roomyWorld(),
    pdf,
    report: (error) => reported.push(error),
  })
  const signing = signingFor(torn)
  const { id, envelope, look } = await signing.signed(await signing.workflow())
  t.match(envelope, { status: 'signed', signedAt: /Z$/ })
  t.strictSame((await look()).json<{ data: object }>().data, envelope)
  t.match(reported, [{ message: 'no ink' }])
  t.strictSame(
    (await signing.control.events(`&session_id=${id}`)).map(({ type }) => type),
    ['kyc.session.completed'],
  )
  t.match(await signing.console(id), { sealing_failed_at: /Z$/, typed_name: 'Ana Okafor' })
})
