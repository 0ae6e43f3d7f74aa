import t from 'tap'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { PUBLISHED } from './crypto/disclosure.ts'
import { textOf } from '../../pdf/testing/text.ts'
import { sha256 } from '../../world/sha256.ts'
import { LEASE, SIGNER, signingFor } from '../../testing/signing.ts'
import { data, problems, refusal } from '../../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = signingFor(simulator)
const lease = await acme.workflow()

t.test(
  'CHK-009 CHK-011 opening a step creates its envelope with the texts of the customer',
  async (t) => {
    const { id, open, look, file } = await acme.begin(lease)
    const envelope = await open()
    t.match(envelope, {
      envelopeId: /^env_/,
      status: 'sent',
      mode: 'test',
      consent: null,
      signedAt: null,
      declinedAt: null,
      consentWithdrawnAt: null,
      paperCopyRequestedAt: null,
      sender: { name: 'Acme Rentals', email: 'ada@acme-rentals.example' },
    })
    const [document] = envelope.documents
    t.match(document, {
      documentOrder: 0,
      title: 'Lease of the flat',
      documentClass: LEASE.documentClass,
      finalHash: null,
    })
    const reply = await file(document!.documentId)
    t.equal(sha256(reply.bytes), document!.presentedHash)
    t.match(await textOf(reply.bytes), /Acme Rentals lets the flat to Ana Okafor of 1 Street/)
    t.strictSame(data(await look()), envelope, 'a second view creates no second envelope')
    t.equal((await acme.console(id)).status, 'sent')
    t.match(
      await acme.session(id),
      { status: 'in_progress', outcome: null },
      'STA-020 so that signing leaves the status unchanged',
    )
  },
)

t.test('two concurrent views create one envelope', async (t) => {
  const { id, open } = await acme.begin(lease)
  const [one, other] = await Promise.all([open(), open()])
  t.strictSame(one, other)
  t.equal((await acme.control.call<unknown[]>('GET', `/sessions/${id}/envelopes`)).length, 1)
})

t.test(
  'EVE-004 several documents in order from 0, each in the language of the browser',
  async (t) => {
    const documents = [
      {
        ...LEASE,
        title: { en: 'Lease', de: 'Mietvertrag' },
        body: { en: 'Lease of {{date}}.', de: 'Vertrag vom {{date}}.' },
      },
      {
        ...LEASE,
        id: 'rules',
        title: 'House rules',
        documentClass: 'disclosure_or_acknowledgment' as const,
        body: '{{applicant.dateOfBirth}}',
      },
    ]
    await acme.control.freeze('2026-11-02T09:00:00.000Z')
    const { open, file } = await acme.begin(await acme.workflow({ documents }))
    const envelope = await open({ 'accept-language': 'de-AT, en;q=0.5' })
    await acme.control.call('POST', '/clock/resume')
    t.strictSame(
      envelope.documents.map(({ documentOrder, title }) => [documentOrder, title]),
      [
        [0, 'Mietvertrag'],
        [1, 'House rules'],
      ],
    )
    const texts = await Promise.all(
      envelope.documents.map(async ({ documentId }) => textOf((await file(documentId)).bytes)),
    )
    t.match(texts[0], /Vertrag vom 2026-11-02\./)
    t.match(texts[1], /_{5,}/, 'unknown values are visibly missing')
  },
)

t.test('an unknown step, or one of another type, has no envelope', async (t) => {
  const { sdk } = await acme.begin(
    await acme.workflow({ steps: [{ id: 'identity', type: 'id_verification' }] }),
  )
  for (const step of ['identity', 'nothing']) {
    t.equal(
      refusal(await sdk('GET', `/sdk/v1/sessions/me/steps/${step}/envelope`)),
      '404 resource_not_found',
    )
  }
  t.equal(
    refusal(await sdk('GET', '/sdk/v1/sessions/me/steps/lease/envelope/documents/doc_1')),
    '404 resource_not_found',
  )
})

t.test(
  'CER-002 CER-003 CER-004 CER-005 consent names the disclosure that was shown and is recorded with it',
  async (t) => {
    const { open, post } = await acme.begin(lease)
    const { disclosure } = await open()
    t.equal(disclosure.hash, sha256(disclosure.text))
    const { version, hash } = disclosure
    const other = 'f'.repeat(64)
    t.strictSame(problems(await post('consent', { version: version + 1, hash })), [
      'custom version',
    ])
    t.strictSame(problems(await post('consent', { version, hash: other })), ['custom hash'])
    t.strictSame(problems(await post('consent', { version })), ['invalid_type hash'])
    t.equal((await open()).consent, null, 'no consent was recorded')
    const accepted = data<SdkEnvelope>(await post('consent', { version, hash }))
    t.match(accepted.consent, { version, hash })
    t.strictSame(
      data(await post('consent', { version, hash })),
      accepted,
      'a repetition changes nothing',
    )
    t.strictSame(problems(await post('consent', { version, hash: other })), ['custom hash'])
  },
)

t.test(
  'CER-009 CER-010 other wording is a new version: an unaccepted disclosure is outdated, an accepted one stays',
  async (t) => {
    const early = await acme.ready(lease)
    const stale = await acme.begin(lease)
    const before = (await stale.open()).disclosure
    const items = {
      paper: 'a',
      withdrawal: 'b',
      scope: 'c',
      how: 'd',
      paper_copy: 'e',
      requirements: 'f',
      changes: 'g',
    }
    const { changes: _left, ...some } = items
    t.equal(
      refusal(await acme.control.ask('POST', '/disclosures', some)),
      '422 validation_error',
      'each of the seven items is present',
    )
    const published = await acme.control.call<{ version: number; hash: string; text: string }>(
      'POST',
      '/disclosures',
      items,
    )
    t.equal(published.version, before.version + 1)
    const reply = await stale.post('consent', { version: before.version, hash: before.hash })
    t.strictSame(problems(reply), ['custom version'])
    t.match(reply.text, `version ${published.version}`)
    t.strictSame((await stale.open()).disclosure, published)
    data(await stale.post('consent', { version: published.version, hash: published.hash }))

    t.strictSame(
      (await early.open()).disclosure,
      before,
      'a signer who has accepted sees the accepted version',
    )
    const signed = data<SdkEnvelope>(await early.sign())
    t.match(signed.consent, { version: before.version, hash: before.hash })
    const all = await acme.control.call<{ version: number; hash: string }[]>('GET', '/disclosures')
    t.strictSame(
      all.slice(0, PUBLISHED.length),
      PUBLISHED,
      'CER-008 and earlier versions are unchanged',
    )
    t.equal(
      refusal(await acme.control.ask('PATCH', '/disclosures', items)),
      '405 method_not_allowed',
    )
    await acme.control.call('POST', '/reset', { world: true })
    t.strictSame(await acme.control.call('GET', '/disclosures'), PUBLISHED)
  },
)

t.test(
  'CER-001 CER-006 CER-007 CHK-012 CHK-013 CHK-014 RTN-005 RTN-006 signing seals a file with its certificate',
  async (t) => {
    const { id, post, sign, open, file } = await acme.begin(
      await acme.workflow({ retentionYears: 5 }),
    )
    const {
      disclosure: { version, hash },
    } = await open()
    const early = await sign()
    t.equal(refusal(early), '409 consent_required')
    t.strictSame(early.json<{ error: { details: object } }>().error.details, {
      disclosure_version: version,
    })
    t.match(await acme.console(id), { status: 'sent', signed_at: null, typed_name: null })
    const { consent } = data<SdkEnvelope>(await post('consent', { version, hash }))
    const signed = data<SdkEnvelope>(await sign())
    t.match(signed, { status: 'sealed', consent, signedAt: /Z$/ })
    t.match(await acme.session(id), { status: 'completed', outcome: 'approved' })
    const [document] = signed.documents
    const text = await textOf((await file(document!.documentId)).bytes)
    for (const said of [
      SIGNER,
      hash,
      `version ${version}`,
      consent!.acceptedAt.replace('T', ' ').replace('Z', ''),
      '5 years from signing',
    ]) {
      t.ok(
        text.replaceAll(/\s+/g, '').includes(said.replaceAll(/\s+/g, '')),
        `the certificate says ${said}`,
      )
    }
    t.match(text, /us/)
    t.match(await acme.verify(document!.finalHash!), {
      match: true,
      status: 'verified',
      mode: 'test',
      agreement_id: signed.envelopeId.replace('env', 'agr'),
    })
  },
)

t.test('CER-027 an organization without members has a contact, too', async (t) => {
  const world = roomyWorld()
  for (const organization of world.organizations) organization.members = []
  const lonely = signingFor(await simulatorFor(t, { world }))
  const { id, open, post } = await lonely.begin(await lonely.workflow())
  const address = 'contact@org-acme.example'
  t.strictSame((await open()).sender, { name: 'Acme Rentals', email: address })
  data(await post('withdraw'))
  const mails = await lonely.control.call<{ to: string }[]>('GET', `/emails?session_id=${id}`)
  t.strictSame(
    mails.map(({ to }) => to),
    [address],
  )
})
