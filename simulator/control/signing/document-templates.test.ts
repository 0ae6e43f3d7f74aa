import t from 'tap'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { drawAuthoredDocument } from '../../pdf/authored-document.ts'
import { textOf } from '../../pdf/testing/text.ts'
import { sha256 } from '../../world/sha256.ts'
import { LEASE, signingFor } from '../../testing/signing.ts'
import { data, problems as problemsOfPublic } from '../../testing/control-client.ts'
import { type Reply, roomyWorld } from '../../testing/simulator.ts'
import { codeOf, controlFor, dataOf, problemsOf } from '../testing.ts'

interface Template {
  id: string
  version: number
  versions: { version: number; title: string; body: string | null; pdf_sha256: string | null }[]
}

const { simulator, control } = await controlFor(t, { world: roomyWorld() })
const acme = signingFor(simulator)
const AT = '/organizations/org_acme/document_templates'
const TEXT = {
  title: 'Lease of the flat',
  document_class: 'rental_or_lease_agreement',
  carve_outs_acknowledged: true,
  body: 'First wording for {{applicant.name}}.',
}
const create = async (more: object = {}) =>
  dataOf<Template>(
    await control('POST', AT, { mode: 'test', name: 'Standard lease', ...TEXT, ...more }),
  )
const publish = (id: string, more: object = {}) =>
  control('POST', `/document_templates/${id}/versions`, { ...TEXT, ...more })
const PDF = Buffer.from(
  await drawAuthoredDocument({ title: 'Rules', paragraphs: ['No smoking.'] }),
).toString('base64')

t.test(
  'DOC-003 DOC-004 DOC-005 DOC-006 DOC-007 DOC-008 DOC-009 DOC-010 DOC-011 exactly the eight permitted classes are accepted',
  async (t) => {
    const permitted = [
      'rental_or_lease_agreement',
      'service_or_sales_agreement',
      'employment_or_contractor_agreement',
      'non_disclosure_or_confidentiality_agreement',
      'consent_or_authorization',
      'disclosure_or_acknowledgment',
      'waiver_or_release',
      'other',
    ]
    for (const document_class of permitted)
      t.match(await create({ document_class }), { version: 1 }, document_class)
    const refused = await control('POST', AT, {
      mode: 'test',
      name: 'x',
      ...TEXT,
      document_class: 'anything',
    })
    const { issues } = refused.json<{ error: { details: { issues: { message: string }[] } } }>()
      .error.details
    t.strictSame(
      issues[0]!.message,
      `Expected one of ${permitted.map((name) => JSON.stringify(name)).join(', ')}`,
    )
  },
)

t.test(
  'DOC-012 DOC-013 DOC-014 DOC-015 DOC-016 DOC-017 DOC-018 DOC-019 DOC-020 legally excluded document classes are rejected',
  async (t) => {
    const excluded = [
      'will',
      'testamentary_trust',
      'family_law',
      'divorce',
      'ucc',
      'court_document',
      'utility_cancellation_notice',
      'eviction_notice',
      'foreclosure_notice',
      'default_notice',
      'insurance_cancellation_notice',
      'product_recall_notice',
      'hazardous_materials_document',
      'wills_and_testamentary_trusts',
    ]
    for (const document_class of excluded) {
      t.strictSame(
        problemsOf(await control('POST', AT, { mode: 'test', name: 'x', ...TEXT, document_class })),
        ['invalid_enum_value document_class'],
        document_class,
      )
    }
  },
)

t.test('DOC-001 DOC-002 all problems are reported at once', async (t) => {
  const before = dataOf<Template[]>(await control('GET', AT)).length
  t.strictSame(
    problemsOf(
      await control('POST', AT, { mode: 'test', name: 'x', title: 'x', body: '{{nobody}}' }),
    ).sort(),
    ['custom body', 'invalid_type carve_outs_acknowledged', 'invalid_type document_class'],
  )
  const rows: [change: object, problems: string[]][] = [
    [{ carve_outs_acknowledged: false }, ['invalid_enum_value carve_outs_acknowledged']],
    [{ title: 'For {{applicant.name}}' }, ['custom title']],
    [{ body: { en: 'a', de: '{{x}}' } }, ['custom body.de']],
    [{ body: undefined }, ['invalid_type body']],
    [{ pdf_base64: PDF }, ['custom body']],
    [{ body: undefined, pdf_base64: 'no base64!' }, ['custom pdf_base64']],
    [
      { body: undefined, pdf_base64: Buffer.from('not a PDF').toString('base64') },
      ['custom pdf_base64'],
    ],
    [{ name: '' }, ['too_small name']],
    [{ documentClass: 'other' }, ['unrecognized_keys ']],
  ]
  for (const [change, expected] of rows) {
    t.strictSame(
      problemsOf(await control('POST', AT, { mode: 'test', name: 'x', ...TEXT, ...change })),
      expected,
      JSON.stringify(change).slice(0, 80),
    )
  }
  t.equal(dataOf<Template[]>(await control('GET', AT)).length, before, 'and nothing was saved')
  t.equal(
    codeOf(
      await control('POST', '/organizations/nobody/document_templates', {
        mode: 'test',
        name: 'x',
        ...TEXT,
      }),
    ),
    'resource_not_found',
  )
  t.equal(codeOf(await publish('dt_nobody')), 'resource_not_found')
})

t.test(
  'DOC-021 a published version never changes: new wording creates a new version',
  async (t) => {
    const first = await create()
    const [one] = first.versions
    const second = dataOf<Template>(await publish(first.id, { body: 'Second wording.' }))
    t.match(second, {
      version: 2,
      versions: [{ version: 2, body: 'Second wording.' }, { version: 1 }],
    })
    t.strictSame(second.versions[1], one)
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, i) => publish(first.id, { body: `Wording ${i}.` })),
    )
    t.strictSame(
      many.map((reply) => dataOf<Template>(reply).version).sort(),
      [3, 4, 5, 6, 7],
      'each creates its own version',
    )
    const listed = dataOf<Template[]>(await control('GET', `${AT}?mode=test`)).find(
      ({ id }) => id === first.id,
    )!
    t.strictSame(listed.versions.at(-1), one)
    t.strictSame(
      dataOf<Template[]>(await control('GET', `${AT}?mode=live`)),
      [],
      'each mode has its own templates',
    )
  },
)

t.test(
  'a step uses the newest or the named version, and keeps the version that it was opened with',
  async (t) => {
    const { id: documentTemplateId } = await create()
    const newest = await acme.workflow({ documents: [{ id: 'lease', documentTemplateId }] })
    const pinned = await acme.workflow({
      documents: [{ id: 'lease', documentTemplateId, documentTemplateVersion: 1 }],
    })
    const early = await acme.begin(newest)
    const text = async (signer: typeof early) => {
      const [document] = (await signer.open()).documents
      return textOf((await signer.file(document!.documentId)).bytes)
    }
    t.match(await text(early), /First wording for Ana Okafor\./)
    await publish(documentTemplateId, { body: 'Second wording.' })
    t.match(await text(early), /First wording/, 'DOC-021')
    t.match(await text(await acme.begin(newest)), /Second wording/)
    t.match(await text(await acme.begin(pinned)), /First wording/)
    t.match((await acme.console(early.id)).documents, [
      { template: { id: documentTemplateId, version: 1 } },
    ])
  },
)

t.test('the copy of an uploaded PDF is shown and sealed, and has the published hash', async (t) => {
  const { id: documentTemplateId, versions } = await create({ body: undefined, pdf_base64: PDF })
  t.match(versions, [{ body: null, pdf_sha256: /^[0-9a-f]{64}$/ }])
  const { open, file } = await acme.ready(
    await acme.workflow({ documents: [{ id: 'rules', documentTemplateId }] }),
  )
  const [document] = (await open()).documents
  t.equal(document!.presentedHash, versions[0]!.pdf_sha256)
  const { bytes } = await file(document!.documentId)
  t.equal(sha256(bytes), versions[0]!.pdf_sha256)
  t.equal(await textOf(bytes), await textOf(Buffer.from(PDF, 'base64')))
})

t.test('a workflow with an unknown or ambiguous document reference is rejected', async (t) => {
  const { id: documentTemplateId } = await create()
  const live = dataOf<Template>(await control('POST', AT, { mode: 'live', name: 'Live', ...TEXT }))
  const rows: [document: object, problems: string[]][] = [
    [{ documentTemplateId: 'dt_nobody' }, ['custom documentTemplateId']],
    [{ documentTemplateId: live.id }, ['custom documentTemplateId']],
    [{ documentTemplateId, documentTemplateVersion: 2 }, ['custom documentTemplateVersion']],
    [{ documentTemplateId, documentTemplateVersion: 0 }, ['too_small documentTemplateVersion']],
    [{ documentTemplateId, title: 'x', body: 'y' }, ['custom title', 'custom body']],
    [
      {
        documentTemplateVersion: 1,
        title: 'x',
        documentClass: 'other',
        carveOutsAcknowledged: true,
        body: 'y',
      },
      ['custom documentTemplateVersion'],
    ],
    [
      { title: 'x', body: '{{nobody}}' },
      ['invalid_type documentClass', 'invalid_type carveOutsAcknowledged', 'custom body'],
    ],
    [
      { title: 'x', documentClass: 'will', carveOutsAcknowledged: false, body: 'y' },
      ['invalid_enum_value documentClass', 'invalid_enum_value carveOutsAcknowledged'],
    ],
  ]
  for (const [document, expected] of rows) {
    const steps = [
      { id: 'lease', type: 'esign', config: { documents: [{ id: 'd', ...document }] } },
    ]
    const reply = await acme.backend.call('POST', '/v1/workflow-templates', { name: 'T', steps })
    t.strictSame(
      problemsOfPublic(reply),
      expected.map((line) => line.replace(' ', ' steps.0.config.documents.0.')),
      JSON.stringify(document),
    )
  }
  const steps = [{ type: 'esign', config: { documents: [{ id: 'd', documentTemplateId }] } }]
  t.strictSame(
    problemsOf(await control('PATCH', '/organizations/org_acme', { default_workflow: { steps } })),
    ['custom default_workflow.steps.0.config.documents.0.documentTemplateId'],
  )
  data<SdkEnvelope>(
    await (
      await acme.begin(await acme.workflow({ documents: [{ id: 'd', documentTemplateId }] }))
    ).look(),
  )
})

t.test('a text with characters that no font has is rejected with a list of them', async (t) => {
  const named = (reply: Reply): string[] =>
    reply
      .json<{ error: { details: { issues: { path: string[]; message: string }[] } } }>()
      .error.details.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const refused = [
    ['title', { title: 'চুক্তি' }],
    ['body.bn', { body: { en: 'Rent', bn: 'ভাড়া' } }],
  ] as const
  for (const [path, wording] of refused) {
    const issues = named(
      await control('POST', AT, { mode: 'test', name: 'x', ...TEXT, ...wording }),
    )
    t.equal(issues.length, 1)
    t.match(issues[0], new RegExp(`^${path}: .*U\\+09`))
  }
  const steps = [{ id: 'lease', type: 'esign', config: { documents: [{ ...LEASE, body: 'ভাড়া' }] } }]
  const template = await acme.backend.call('POST', '/v1/workflow-templates', { name: 'x', steps })
  t.match(named(template)[0], /^steps\.0\.config\.documents\.0\.body: .*ভ U\+09AD/)
  const organization = await control('PATCH', '/organizations/org_acme', {
    default_workflow: { steps },
  })
  t.match(named(organization)[0], /^default_workflow\.steps\.0\.config\.documents\.0\.body: /)
  const written = {
    title: '賃貸契約',
    body: '{{applicant.name}} 様。สัญญาเช่า किराया 임대차 عقد 1500',
  }
  t.match(await create(written), { version: 1 })
})

t.test('a name that no font can draw is followed by its code points in the document', async (t) => {
  const { open, file } = await acme.begin(await acme.workflow(), {
    applicant: { family_name: 'বসু', given_names: ['太郎'] },
  })
  const { documents } = await open()
  const text = await textOf((await file(documents[0]!.documentId)).bytes)
  for (const part of ['太郎', 'U+09AC', 'U+09B8', 'U+09C1']) t.match(text, part)
})
