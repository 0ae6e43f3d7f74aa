import t from 'tap'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { chainHolds } from './crypto/chain.ts'
import { textOf } from '../../pdf/testing/text.ts'
import { sha256 } from '../../world/sha256.ts'
import { APPLICANT, LEASE, SIGNER, signingFor } from '../../testing/signing.ts'
import { data, problems, refusal } from '../../testing/control-client.ts'
import { type Reply, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Email {
  kind: string
  to: string
  text: string
  subject: string
  status: string
  attachments?: { sha256: string }[]
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = signingFor(simulator)
const live = signingFor(simulator, 'org_acme', 'live')
const lease = await acme.workflow()
/** With a step after it, so that the session goes on when the document is signed. */
const going = await acme.workflow({ steps: [{ id: 'identity', type: 'id_verification' }] })
const emails = (id: string) => acme.control.call<Email[]>('GET', `/emails?session_id=${id}`)
const told = async (id: string): Promise<string[]> =>
  (await emails(id)).map(({ kind, to }) => `${kind} ${to}`)
const OWNER = 'ada@acme-rentals.example'
const envelopeOf = (reply: Reply): SdkEnvelope => data<SdkEnvelope>(reply)
const DECLINED = { status: 'completed', outcome: 'declined' }

t.test(
  'CER-018 CER-019 CER-020 CER-021 CER-022 CER-026 withdrawal before signing ends the session, and nothing is signed',
  async (t) => {
    for (const begin of [acme.ready, acme.begin]) {
      const { id, post, sign, look, sdk } = await begin(lease)
      const withdrawn = envelopeOf(await post('withdraw'))
      t.match(withdrawn, {
        status: 'withdrawn',
        consentWithdrawnAt: /Z$/,
        signedAt: null,
        paperCopyRequestedAt: null,
      })
      t.match(await acme.session(id), DECLINED)
      t.strictSame(await told(id), [`consent_withdrawn_before_signing ${OWNER}`])
      const { version, hash } = withdrawn.disclosure
      const attempts = [
        sign(),
        post('consent', { version, hash }),
        post('withdraw'),
        post('paper_copy'),
        post('decline'),
      ]
      for (const reply of await Promise.all(attempts))
        t.equal(refusal(reply), '409 session_already_completed')
      t.equal(
        refusal(await sdk('POST', '/sdk/v1/sessions/me/end')),
        '409 session_already_completed',
      )
      t.strictSame(envelopeOf(await look()), withdrawn, 'none of these changed anything')
      t.match(await acme.console(id), {
        typed_name: null,
        signed_at: null,
        consent_withdrawn_at: withdrawn.consentWithdrawnAt,
      })
      t.match(await acme.verify(withdrawn.documents[0]!.presentedHash), {
        match: false,
        status: 'not_signed',
      })
    }
  },
)

t.test(
  'CER-023 CER-024 CER-025 withdrawal after signing is recorded, and the document stays signed',
  async (t) => {
    const { id, post, envelope } = await acme.signed(going)
    const withdrawn = envelopeOf(await post('withdraw'))
    t.match(withdrawn, {
      status: 'sealed',
      signedAt: envelope.signedAt,
      paperCopyRequestedAt: null,
    })
    t.match(await acme.session(id), { status: 'in_progress', outcome: null }, 'the session goes on')
    t.strictSame(await told(id), [`consent_withdrawn_after_signing ${OWNER}`])
    t.match(await acme.verify(envelope.documents[0]!.finalHash!), {
      match: true,
      status: 'verified',
      attestations: [{ type: 'consent_withdrawn', recorded_at: withdrawn.consentWithdrawnAt }],
    })
    t.strictSame(envelopeOf(await post('withdraw')), withdrawn, 'a repetition adds nothing')
    t.equal((await told(id)).length, 1)
    const { ceremony } = await acme.console(id)
    t.strictSame(
      ceremony!.map(({ type }) => type),
      ['document_presented', 'opened', 'consent_accepted', 'signed', 'sealed', 'consent_withdrawn'],
    )
    t.ok(chainHolds(ceremony as never))
  },
)

t.test(
  'CER-028 CER-029 CER-030 one paper copy is requested, before or after signing, and the business is notified',
  async (t) => {
    const { id, post, sign } = await acme.ready(going)
    const first = envelopeOf(await post('paper_copy'))
    t.match(first, { status: 'sent', paperCopyRequestedAt: /Z$/, consentWithdrawnAt: null })
    t.strictSame(envelopeOf(await post('paper_copy')), first)
    envelopeOf(await sign())
    t.equal(envelopeOf(await post('paper_copy')).paperCopyRequestedAt, first.paperCopyRequestedAt)
    t.strictSame(await told(id), [`paper_copy_requested ${OWNER}`])
    const { ceremony, paper_copy_requested_at } = await acme.console(id)
    t.equal(ceremony!.filter(({ type }) => type === 'paper_copy_requested').length, 1)
    t.equal(paper_copy_requested_at, first.paperCopyRequestedAt)
  },
)

/** An open step whose documents an erasure has deleted. */
const erased = async () => {
  const going = await acme.ready(lease)
  const { applicant_id } = await acme.session(going.id)
  const envelope = envelopeOf(await going.look())
  data(
    await acme.backend.call('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id }),
  )
  await acme.control.advance(120)
  t.match(await acme.console(going.id), { retention_ended_at: /Z$/, ceremony: null })
  return { ...going, envelope }
}

t.test('CER-019 CER-020 CER-028 both controls work after an erasure', async (t) => {
  const { id, post, look } = await erased()
  const asked = envelopeOf(await post('paper_copy'))
  t.match(asked, { status: 'sent', paperCopyRequestedAt: /Z$/ })
  t.strictSame(envelopeOf(await post('paper_copy')), asked)
  t.match(envelopeOf(await post('withdraw')), {
    status: 'withdrawn',
    consentWithdrawnAt: /Z$/,
  })
  t.strictSame((await told(id)).toSorted(), [
    `consent_withdrawn_before_signing ${OWNER}`,
    `paper_copy_requested ${OWNER}`,
  ])
  t.match(await acme.session(id), DECLINED)
  t.match(envelopeOf(await look()), { status: 'withdrawn', signedAt: null })
})

t.test('CHK-012 an open step can be signed after an erasure, in a new envelope', async (t) => {
  const { id, envelope, look, sign, post, file } = await erased()
  t.equal(refusal(await sign()), '409 consent_required', 'consent was to the deleted documents')
  const renewed = envelopeOf(await look())
  t.not(renewed.envelopeId, envelope.envelopeId)
  t.match(renewed, { status: 'sent', consent: null })
  t.strictSame(envelopeOf(await look()), renewed)
  t.equal((await file(renewed.documents[0]!.documentId)).status, 200)
  t.equal((await file(envelope.documents[0]!.documentId)).status, 404)
  const { version, hash } = renewed.disclosure
  envelopeOf(await post('consent', { version, hash }))
  t.match(envelopeOf(await sign()), { status: 'sealed' })
  t.match(await acme.session(id), { status: 'completed', outcome: 'approved' })
  t.equal(refusal(await post('decline')), '409 session_already_completed')
})

t.test('STA-017 an open step can be declined after an erasure', async (t) => {
  const { id, post } = await erased()
  t.match(envelopeOf(await post('decline')), { status: 'declined' })
  t.match(await acme.session(id), DECLINED)
})

t.test('CER-018 CER-028 a session in review is live', async (t) => {
  const { id, post, sign } = await acme.ready(lease, { expected_outcome: 'review' })
  envelopeOf(await sign())
  t.match(await acme.session(id), { status: 'awaiting_review' })
  t.match(envelopeOf(await post('paper_copy')), { paperCopyRequestedAt: /Z$/ })
  t.match(envelopeOf(await post('withdraw')), { consentWithdrawnAt: /Z$/ })
  t.match(await acme.session(id), { status: 'awaiting_review' })
  t.equal(refusal(await post('decline')), '409 step_already_submitted')
})

t.test(
  'CER-027 CER-031 after the session has ended, requests go to the business only',
  async (t) => {
    const { post, look, envelope, id } = await acme.signed(lease)
    for (const control of ['withdraw', 'paper_copy'])
      t.equal(refusal(await post(control)), '409 session_already_completed')
    const after = envelopeOf(await look())
    t.strictSame(after, envelope)
    t.strictSame(after.sender, { name: 'Acme Rentals', email: OWNER }, 'by this contact')
    t.strictSame(await told(id), [])
  },
)

t.test('a step that was signed, declined or skipped cannot change', async (t) => {
  const { post, sign, envelope, look, file } = await acme.signed(going)
  const {
    disclosure: { version, hash },
  } = envelope
  for (const again of [
    sign(),
    post('decline', { reason: 'x' }),
    post('consent', { version, hash }),
  ]) {
    t.equal(refusal(await again), '409 step_already_submitted')
  }
  t.strictSame(envelopeOf(await look()), envelope)
  t.equal(refusal(await file('doc_nobody')), '404 resource_not_found')

  const skipped = await acme.begin(going)
  await acme.backend.call('POST', `/v1/sessions/${skipped.id}/skip_step`, { step_id: 'lease' })
  t.equal(refusal(await skipped.look()), '404 resource_not_found')
  for (const control of ['withdraw', 'paper_copy', 'decline']) {
    t.equal(refusal(await skipped.post(control)), '409 step_already_submitted')
  }
})

t.test('two concurrent signatures: one is recorded', async (t) => {
  const { id, sign } = await acme.ready(going)
  const replies = await Promise.all([sign(), sign(), sign()])
  t.strictSame(replies.map(({ status }) => status).sort(), [200, 409, 409])
  t.equal((await acme.console(id)).ceremony!.filter(({ type }) => type === 'signed').length, 1)
  t.equal((await acme.control.events(`&session_id=${id}`)).length, 1)
})

t.test('CHK-012 a renamed applicant signs with the name in the document', async (t) => {
  const { id, sign, look, file } = await acme.ready(lease)
  const { applicant_id } = await acme.session(id)
  const renamed = { family_name: 'Stoker', given_names: ['Bram'] }
  data(await acme.backend.call('PATCH', `/v1/applicants/${String(applicant_id)}`, renamed))
  const { documents } = envelopeOf(await look())
  const shown = await textOf((await file(documents[0]!.documentId)).bytes)
  t.match(shown, SIGNER)
  t.notMatch(shown, 'Stoker')
  t.strictSame(problems(await sign('Bram Stoker')), ['custom typedName'])
  t.equal(envelopeOf(await sign()).status, 'sealed')
  const journeyed = await acme.ready(lease)
  const { applicant_id: other } = await acme.session(journeyed.id)
  data(await acme.backend.call('PATCH', `/v1/applicants/${String(other)}`, renamed))
  await acme.control.journey(journeyed.id, 'submit')
  t.equal((await acme.console(journeyed.id)).typed_name, SIGNER, 'also through the control API')
})

t.test('CHK-012 the typed name must be that of the applicant', async (t) => {
  const { id, sign, look } = await acme.ready(lease)
  for (const name of ['Bram Stoker', 'Ana', '.', `${SIGNER} Smith`]) {
    const reply = await sign(name)
    t.strictSame(problems(reply), ['custom typedName'], name)
    t.notMatch(reply.text, /Okafor"|Okafor /, 'and the error does not contain the name on record')
  }
  for (const name of ['  ', 'Ana\u0000 Okafor', 'Ana\ud800 Okafor'])
    t.strictSame(problems(await sign(name)), ['invalid_string typedName'])
  t.equal(envelopeOf(await look()).status, 'sent')
  t.equal(envelopeOf(await sign(' ana  OKAFOR ')).status, 'sealed')
  t.equal((await acme.console(id)).typed_name, 'ana  OKAFOR')
  const unknown = await acme.ready(lease, { applicant: undefined })
  t.equal(envelopeOf(await unknown.sign('Whoever I am')).status, 'sealed')
})

t.test('the longest name that can be stored can be typed', async (t) => {
  const family_name = 'W'.repeat(100)
  const given_names = Array.from({ length: 10 }, (_, i) => String(i).repeat(100))
  const applicant = { family_name, given_names, name_suffix: 'J'.repeat(30) }
  const { sign } = await acme.ready(lease, { applicant })
  const typed = [...given_names, family_name, applicant.name_suffix].join(' ')
  t.equal(envelopeOf(await sign(typed)).status, 'sealed')
})

t.test(
  'CER-037 VFY-019 VFY-020 VFY-021 VFY-022 ESG-001 the signer saves a copy that anybody can verify',
  async (t) => {
    const { file, envelope } = await acme.signed(
      await acme.workflow({
        documents: [
          { ...LEASE, title: 'First', body: 'Nobody else is shown this.' },
          { ...LEASE, id: 'second', body: 'Nor this.' },
        ],
      }),
    )
    t.equal(new Set(envelope.documents.map(({ finalHash }) => finalHash)).size, 2)
    for (const [i, { documentId, finalHash, presentedHash }] of envelope.documents.entries()) {
      const { bytes, headers } = await file(documentId)
      const digest = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(headers.get('repr-digest') ?? '')?.[1]
      const hex = Buffer.from(digest!, 'base64').toString('hex')
      t.equal(hex, sha256(bytes))
      t.equal(hex, finalHash)
      t.match(await acme.verify(hex), {
        match: true,
        status: 'verified',
        document_id: documentId,
        document_index: i,
        document_count: 2,
      })
      t.match(await acme.verify(presentedHash), { match: false, status: 'not_found' })
      t.match(headers.get('cache-control'), /no-store/)
    }
  },
)

t.test(
  'CER-038 CER-039 CHK-015 the signed record is mailed to everyone named, if the business enables it',
  async (t) => {
    const { id } = await acme.signed(lease)
    t.strictSame(await told(id), [], 'off by default')
    const mailed = await acme.signed(await acme.workflow({ emailSignedRecord: true }))
    const sent = await emails(mailed.id)
    t.strictSame(sent.map(({ to, status }) => `${to} ${status}`).sort(), [
      `${OWNER} suppressed`,
      `${APPLICANT.email} suppressed`,
    ])
    for (const { attachments } of sent)
      t.strictSame(
        attachments!.map((file) => file.sha256),
        [mailed.envelope.documents[0]!.finalHash],
      )
    const inLive = await live.signed(await live.workflow({ emailSignedRecord: true }))
    await acme.control.settle()
    t.strictSame(
      (await emails(inLive.id)).map(({ status }) => status),
      ['sent', 'sent'],
    )
  },
)

t.test(
  'CHK-012 STA-018 the control API signs and seals a step that was never opened',
  async (t) => {
    for (const [action, more] of [
      ['submit', {}],
      ['submit_step', { step_id: 'lease' }],
    ] as const) {
      // Two documents with unique texts: files of another session must not hide a missing one.
      const documents = [
        { ...LEASE, body: `Never presented before: ${action}.` },
        { ...LEASE, id: 'rules', body: `House rules, never presented before: ${action}.` },
      ]
      const id = await acme.backend.create({
        workflow_template_id: await acme.workflow({ documents, emailSignedRecord: true }),
        applicant: APPLICANT,
      })
      await acme.control.call('POST', `/sessions/${id}/journey`, { action, ...more })
      const envelope = await acme.console(id)
      t.match(envelope, { status: 'sealed', sealing_failed_at: null }, action)
      for (const { final_hash } of envelope.documents)
        t.match(await acme.verify(final_hash!), { match: true, status: 'verified' })
      const types = (await acme.control.events(`&session_id=${id}`)).map(({ type }) => type)
      t.ok(types.includes('kyc.session.document_signed'), `${action}: ${types.join()}`)
      t.same(
        (await told(id)).sort(),
        [`signed_record ${APPLICANT.email}`, `signed_record ${OWNER}`].toSorted(),
      )
    }
  },
)

t.test('STA-020 signing keeps the status that opening set', async (t) => {
  const { id, sign, look } = await acme.begin(going)
  t.match(await acme.session(id), { status: 'created' })
  const { disclosure } = envelopeOf(await look())
  t.match(await acme.session(id), { status: 'in_progress' }, 'opened')
  const { id: other, post } = await acme.begin(going)
  const { version, hash } = disclosure
  envelopeOf(await post('consent', { version, hash }))
  t.match(await acme.session(other), { status: 'in_progress' }, 'the consent itself opened it')
  envelopeOf(await post('sign', { typedName: SIGNER }))
  t.match(await acme.session(other), { status: 'in_progress' })
  t.equal(refusal(await sign()), '409 consent_required')
})

t.test('ERR-001 a view that races with the end of the session returns 200 or 404', async (t) => {
  for (let i = 0; i < 6; i++) {
    // Drawing takes a while; the cancellation is written meanwhile.
    const body = `A text of its own ${i}. `.repeat(400)
    const { id, look } = await acme.begin(await acme.workflow({ documents: [{ ...LEASE, body }] }))
    const [reply] = await Promise.all([look(), acme.control.cancel(id)])
    t.ok(reply.status === 200 || refusal(reply) === '404 resource_not_found', reply.text)
    t.match(await acme.session(id), { status: 'cancelled' })
  }
})

t.test('an operator who submits for the applicant performs the whole ceremony', async (t) => {
  const { id } = await acme.begin(going)
  await acme.control.journey(id, 'submit')
  t.match(await acme.session(id), { status: 'completed', outcome: 'approved' })
  const envelope = await acme.console(id)
  t.match(envelope, { status: 'sealed', typed_name: SIGNER })
  t.match(await acme.verify(envelope.documents[0]!.final_hash!), { status: 'verified' })
  const stranger = await acme.backend.create({ workflow_template_id: going })
  await acme.control.call('POST', `/sessions/${stranger}/journey`, {
    action: 'submit_step',
    step_id: 'lease',
  })
  t.match(await acme.console(stranger), { status: 'sealed', typed_name: 'Specimen Signer' })
  const refused = await acme.control.ask(
    'POST',
    `/sessions/${(await acme.begin(lease)).id}/journey`,
    { action: 'submit', answers: { lease: { pets: true } } },
  )
  t.strictSame(problems(refused), ['custom answers.lease'])
})

t.test(
  'PLN-021 under expected_outcome fail the signature is valid and the verification fails',
  async (t) => {
    const { id, envelope } = await acme.signed(lease, { expected_outcome: 'fail' })
    t.equal(envelope.status, 'sealed')
    t.match(await acme.session(id), DECLINED)
  },
)

t.test('the same seed and a stopped clock give the same file, seal and events', async (t) => {
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const seeded = signingFor(await simulatorFor(t, { world: roomyWorld(), seed: 'ink' }))
      await seeded.control.freeze('2026-11-02T09:00:00.000Z')
      const { id } = await seeded.signed(await seeded.workflow())
      return [await seeded.console(id), (await seeded.control.events()).map(({ body }) => body)]
    }),
  )
  t.strictSame(runs[0], runs[1])
})

t.test(
  'ceremony record, claims and public response contain no personal data of the signer',
  async (t) => {
    const secrets = ['Ana', 'Okafor', 'signer.example', '4155550132', 'Lease', 'deposit', 'Acme']
    const { id, envelope } = await acme.signed(lease)
    const answer = await acme.verify(envelope.documents[0]!.finalHash!)
    const { ceremony } = await acme.console(id)
    for (const secret of secrets)
      t.notOk(JSON.stringify([answer, ceremony]).includes(secret), secret)
    const declined = await acme.ready(lease)
    envelopeOf(await declined.post('decline', { reason: 'The deposit is wrong' }))
    const public_ = [
      await declined.look(),
      await acme.backend.call('GET', `/v1/sessions/${declined.id}`),
      await declined.sdk('GET', '/sdk/v1/sessions/me'),
    ].map(({ text }) => text)
    t.notMatch(public_.join(), /deposit is wrong/)
    const report = await acme.backend.call('GET', `/v1/sessions/${declined.id}/report.pdf`)
    t.notMatch(await textOf(report.bytes), /deposit is wrong/)
    t.match(
      await acme.console(declined.id),
      { decline_reason: 'The deposit is wrong' },
      'only the business sees the reason',
    )
  },
)
