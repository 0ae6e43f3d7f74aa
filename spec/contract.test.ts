import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import t from 'tap'
import { parse } from 'yaml'
import {
  bundledNameProblems,
  contractValidator,
  errorCodeProblems,
  errorUrlProblems,
  eventProblems,
  exampleProblems,
  idleNames,
  namesWrittenIn,
  referenceProblems,
  schemaAt,
  unknownNames,
  unusedComponents,
  type Document,
  type Json,
  type Names,
} from './checks.ts'
import { document as bundled, operation, operations, readOperations } from './contract.ts'
import { errors } from './generated/errors.ts'
import { limits, routeClasses, tiers } from './generated/limits.ts'
import { retiredScopes, scopeGroups, scopes } from './generated/scopes.ts'

const SPEC = import.meta.dirname
const document = bundled as unknown as Document
const ledger = (read('ledger.yaml') as { id: string }[]).map(({ id }) => id)
const names: Names = {
  errors,
  routeClasses: Object.keys(routeClasses),
  scopes: Object.keys(scopes),
  ledger,
}

t.test('the bundle is valid OpenAPI 3.1', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  await t.resolves(SwaggerParser.validate(structuredClone(document) as never))
  const broken = copy()
  delete at(broken, 'paths', '/v1/wallet', 'get').responses
  delete at(broken, 'info').title
  await t.rejects(SwaggerParser.validate(broken as never), 'a broken one is refused')
})

t.test('every reference resolves inside the bundle', async (t) => {
  t.strictSame(referenceProblems(document), [])
  const broken = copy()
  at(broken, 'paths', '/v1/wallet', 'get', 'responses')['500'] = {
    $ref: '#/components/responses/Gone',
  }
  t.match(referenceProblems(broken), [/wallet.*Gone leads nowhere/])
})

t.test('everything that is described is used', async (t) => {
  t.strictSame(unusedComponents(document), [])
  const broken = copy()
  at(broken, 'components', 'schemas').Orphan = { type: 'string' }
  t.strictSame(unusedComponents(broken), ['#/components/schemas/Orphan'])

  const written = sourceFiles().flatMap((file) => namesWrittenIn(read(file) as Json))
  t.strictSame(bundledNameProblems(written, document), [])
  t.strictSame(bundledNameProblems([...written.slice(1), 'schemas/Stray', written[1]!], document), [
    `${written[1]} is written twice`,
    'schemas/Stray is left out of the bundle: nothing refers to it',
    `${written[0]} is a name that the bundler made`,
  ])
})

t.test('every example is valid under its schema', async (t) => {
  t.strictSame(exampleProblems(document), [])
  const broken = copy()
  const media = at(
    broken,
    'paths',
    '/v1/applicants',
    'post',
    'requestBody',
    'content',
    'application/json',
  )
  at(media, 'examples', 'full', 'value').first_name = 'Gabriel'
  at(broken, 'components', 'examples', 'internal_error', 'value', 'error').request_id = 7
  at(broken, 'components', 'headers', 'RateLimitReset').example = 'soon'
  const problems = exampleProblems(broken).join('\n')
  t.match(problems, /v1~1applicants.*additional properties/, 'a broken body')
  t.match(problems, /request_id must be string/, 'a broken shared example')
  t.match(problems, /RateLimitReset.*must be integer/, 'a broken header')
})

t.test('every event type has a schema, an example and a version', async (t) => {
  t.strictSame(eventProblems(document), [])
  const broken = copy()
  const post = at(broken, 'webhooks', 'kyc.session.expired', 'post')
  delete post['x-event-version']
  delete at(post, 'requestBody', 'content', 'application/json').examples
  delete at(broken, 'webhooks', 'kyc.session.completed', 'post').requestBody
  t.match(
    eventProblems(broken).join('\n'),
    /completed has no schema\n[^]*completed has no example\n[^]*expired has no example\n[^]*expired: a version/,
  )
})

t.test('an example error has the URLs of its code', async (t) => {
  t.strictSame(errorUrlProblems(document), [])
  const broken = copy()
  at(broken, 'components', 'examples', 'internal_error', 'value', 'error').doc_url =
    'https://docs.vskit.example/errors/internal'
  t.match(errorUrlProblems(broken), [
    /internal_error\/value\/error\/doc_url: expected .*errors\/internal_error/,
  ])
})

t.test('codes of an operation and its error answers agree, by status', async (t) => {
  t.strictSame(errorCodeProblems(document, names), [])
  const broken = copy()
  const wallet = at(broken, 'paths', '/v1/wallet', 'get')
  ;(wallet['x-error-codes'] as string[]).push('payment_required')
  delete at(wallet, 'responses')['409']
  t.match(errorCodeProblems(broken, names), [
    /Wallet lists 409 region_mismatch/,
    /Wallet lists 402 payment_required/,
  ])
  const wrong = {
    teapot: { status: 418 },
    payment_required: { status: 402, outside_operations: 'never' },
  }
  const problems = errorCodeProblems(document, { ...names, errors: { ...errors, ...wrong } })
  t.match(
    problems.join('\n'),
    /payment_required is listed, yet[^]*teapot is listed by no operation/,
  )
})

t.test('route classes, scopes and ledger rows exist', async (t) => {
  t.strictSame(unknownNames(document, names), [])
  const unknown = unknownNames(document, {
    ...names,
    routeClasses: [],
    scopes: [],
    ledger: [],
  }).join('\n')
  t.match(unknown, /no route class reads/)
  t.match(unknown, /no scope wallet:read/)
  t.match(unknown, /no ledger row GAP-WALLET/)
  const tables: Record<string, { source: string; gap?: string }>[] = [
    errors,
    routeClasses,
    scopes,
    limits,
  ]
  const gaps = tables.flatMap((table) => Object.values(table)).flatMap(({ gap }) => gap ?? [])
  t.strictSame(
    gaps.filter((gap) => !ledger.includes(gap)),
    [],
    'the tables name ledger rows too',
  )
  t.ok(gaps.length > 20)
  t.strictSame(
    idleNames(document, names),
    [],
    'no class without a route, no scope without an operation',
  )
  t.strictSame(idleNames(document, { ...names, routeClasses: ['idle'], scopes: ['idle:too'] }), [
    'no route is of the class idle',
    'no operation needs the scope idle:too',
  ])
})

t.test('the route classes hold the routes that the documents name', async (t) => {
  const classOf = (method: string, path: string) =>
    operations.find((entry) => entry.method === method && entry.path === path)?.routeClass
  for (const [method, path, routeClass] of [
    ['post', '/v1/sessions', 'sessions:create'],
    ['get', '/v1/sessions/{id}/report.pdf', 'sessions:read_report'],
    ['get', '/v1/sessions/{id}/idv-image/{artifact}', 'sessions:read_image'],
    ['post', '/v1/id-verification', 'idv:create'],
    ['post', '/v1/applicants', 'applicants:create'],
    ['patch', '/v1/applicants/{id}', 'applicants:create'],
    ['delete', '/v1/applicants/{id}', 'applicants:create'],
    ['post', '/v1/data_subject_requests', 'dsar:create'],
    ['get', '/v1/sessions', 'reads'],
    ['get', '/v1/sessions/{id}', 'reads'],
    ['get', '/v1/applicants', 'reads'],
    ['get', '/v1/workflow-templates', 'reads'],
    ['get', '/v1/wallet', 'reads'],
    ['post', '/v1/sessions/{id}/browser_token', 'global'],
    ['post', '/v1/workflow-templates', 'global'],
    ['patch', '/v1/workflow-templates/{id}', 'global'],
    ['post', '/v1/esign/verify', 'none'],
    ['get', '/.well-known/esign-keys', 'none'],
    ['get', '/sdk/v1/sessions/me', 'none'],
  ] as const)
    t.equal(classOf(method, path), routeClass, `${method} ${path}`)
})

t.test('budgets keep the stated relations', async (t) => {
  const {
    'sessions:read_image': image,
    'sessions:read_report': report,
    'dsar:create': dsar,
    reads,
  } = routeClasses
  t.strictSame(
    tiers.map((tier) => image.budgets[tier]),
    [120, 120, 120, 120],
  )
  t.ok(report.budgets.standard < report.budgets.elevated)
  t.strictSame(
    [report.budgets.enterprise, report.budgets.custom],
    [report.budgets.elevated, report.budgets.elevated],
  )
  t.equal(new Set(Object.values(dsar.budgets)).size, 1)
  for (const tier of ['standard', 'elevated', 'enterprise'] as const) {
    t.ok(
      report.budgets[tier] * 2 < reads.budgets[tier],
      `reports are capped well below reads (${tier})`,
    )
  }
  for (const entry of Object.values(routeClasses)) {
    t.equal(entry.window_seconds, entry.name === 'dsar:create' ? 86400 : 60, entry.name)
    const { standard, elevated, enterprise } = entry.budgets
    t.equal(
      entry.scales,
      elevated > standard || enterprise > elevated,
      `${entry.name} scales as it says`,
    )
    if (entry.flat_from === null)
      t.ok(enterprise > elevated && elevated > standard, `${entry.name} rises throughout`)
  }
})

t.test('scopes belong to groups, and the retired ones to none', async (t) => {
  for (const scope of Object.values(scopes)) {
    t.ok(scope.group in scopeGroups, scope.name)
    t.equal('risky' in scope, 'reason' in scope, `${scope.name}: a warning has its reason`)
  }
  for (const { name, replaced_by } of retiredScopes) {
    t.notOk(name in scopes, name)
    t.ok(replaced_by.length > 0 && replaced_by.every((scope) => scope in scopes), name)
  }
})

t.test('bounds of the schemas are those of limits.yaml', async (t) => {
  for (const [limit, ...path] of [
    ['list_limit_max', 'parameters', 'Limit', 'schema', 'maximum'],
    ['list_limit_default', 'parameters', 'Limit', 'schema', 'default'],
    ['given_names_max', 'schemas', 'ApplicantInput', 'properties', 'given_names', 'maxItems'],
    ['name_length_max', 'schemas', 'ApplicantInput', 'properties', 'family_name', 'maxLength'],
    [
      'name_length_max',
      'schemas',
      'ApplicantInput',
      'properties',
      'given_names',
      'items',
      'maxLength',
    ],
    ['metadata_keys_max', 'schemas', 'Metadata', 'maxProperties'],
    ['metadata_key_length_max', 'schemas', 'Metadata', 'propertyNames', 'maxLength'],
    ['metadata_string_length_max', 'schemas', 'Metadata', 'additionalProperties', 'maxLength'],
    ['note_length_max', 'schemas', 'SessionNoteCreate', 'properties', 'text', 'maxLength'],
    [
      'screening_rules_max',
      'schemas',
      'WorkflowTemplateCreateRequest',
      'properties',
      'screening_rules',
      'maxItems',
    ],
    [
      'screening_rules_max',
      'schemas',
      'WorkflowTemplateUpdateRequest',
      'properties',
      'screening_rules',
      'maxItems',
    ],
    [
      'screening_group_children_min',
      'schemas',
      'ScreeningGroupCondition',
      'properties',
      'children',
      'minItems',
    ],
    [
      'screening_group_children_max',
      'schemas',
      'ScreeningGroupCondition',
      'properties',
      'children',
      'maxItems',
    ],
    [
      'screening_field_length_max',
      'schemas',
      'ScreeningFieldCondition',
      'properties',
      'field',
      'maxLength',
    ],
    [
      'screening_priority_max',
      'schemas',
      'ScreeningRuleInput',
      'properties',
      'priority',
      'maximum',
    ],
    [
      'screening_priority_default',
      'schemas',
      'ScreeningRuleInput',
      'properties',
      'priority',
      'default',
    ],
    [
      'screening_score_adjustment_max',
      'schemas',
      'ScreeningRuleInput',
      'properties',
      'scoreAdjustment',
      'maximum',
    ],
    [
      'esign_retention_years_max',
      'schemas',
      'EsignConfig',
      'properties',
      'retentionYears',
      'maximum',
    ],
  ] as const) {
    const bound = at(document, 'components', ...path.slice(0, -1))[path.at(-1)!]
    t.equal(bound, limits[limit].value, `${limit} in ${path.join('/')}`)
  }
})

t.test(
  'the body of an operation is bounded by the limit that it names, or by that of JSON',
  async (t) => {
    t.equal(operation('scanIdentityDocument').bodyLimit, limits.id_scan_total_bytes.value)
    t.equal(operation('createSession').bodyLimit, limits.json_body_bytes.value)
    const broken = copy()
    at(broken, 'paths', '/v1/sessions', 'post')['x-body-limit'] = 'enough'
    t.throws(() => readOperations(broken as never), /createSession names the limit enough/)
  },
)

t.test('the schemas tell right bodies from wrong ones', async (t) => {
  const ajv = contractValidator(document)
  const accepts = (schema: string, value: unknown) =>
    schemaAt(ajv, `/components/schemas/${schema}`)(value)
  const session = (
    operation('retrieveSession').success.body!.examples.with_identity_check as { data: object }
  ).data
  t.ok(accepts('Session', session))
  t.notOk(accepts('SessionSummary', session), 'a summary has no idv')
  const odd = JSON.parse('{"__proto__":1,"A b":{"ø":[null]}}')
  t.ok(accepts('SessionCreate', { metadata: odd }), 'metadata keys are opaque')
  const keys = Array.from({ length: 51 }, (_, index) => [`k${index}`, index])
  t.notOk(accepts('SessionCreate', { metadata: Object.fromEntries(keys) }), 'too many keys')
  t.notOk(
    accepts('SessionCreate', { applicant: { family_name: 'A' }, applicant_id: 'app_1' }),
    'not two applicants',
  )
  t.notOk(accepts('SessionCreate', { workflowTemplateId: 'wt_1' }), 'mis-cased')
  t.ok(
    accepts('ApplicantInput', { family_name: 'Suharto', given_names: [] }),
    'one name is a complete answer',
  )
  t.notOk(accepts('ApplicantInput', { given_names: ['Ana'] }), 'parts need a family name')
  t.notOk(accepts('ApplicantInput', { family_name: '' }))
  t.notOk(accepts('ApplicantInput', { family_name: 'A', given_names: 'Ana' }))
  for (const removed of [
    'first_name',
    'middle_name',
    'last_name',
    'legal_name',
    'full_name',
    'localized_name',
  ]) {
    t.notOk(accepts('ApplicantInput', { family_name: 'A', [removed]: 'x' }), removed)
    t.notOk(accepts('ApplicantPatch', { [removed]: 'x' }), removed)
  }
  t.ok(accepts('ApplicantPatch', { email: null }))
  t.notOk(accepts('ApplicantPatch', { family_name: null }))
  t.notOk(accepts('WebhookUrl', 'http://hooks.example.com'), 'plain HTTP')
  t.ok(accepts('FormRuleCondition', { questionId: 'a', op: 'in', value: ['x', 'y'] }))
  t.notOk(accepts('FormRuleCondition', { questionId: 'a', op: 'eq', value: ['x'] }))
  t.ok(accepts('FormRuleCondition', { questionId: 'a', op: 'gt', value: '2026-01-31' }))
  t.notOk(accepts('FormRuleCondition', { questionId: 'a', op: 'gt', value: 'later' }))
  t.notOk(accepts('FormRuleCondition', { questionId: 'a', op: 'ends_with', value: 3 }))
  t.notOk(
    accepts('FormQuestion', { id: 'a', type: 'single_choice', label: 'A' }),
    'a choice needs options',
  )
  t.notOk(
    accepts('FormQuestion', { id: 'a', type: 'text', label: 'A', options: ['x'] }),
    'a text has none',
  )
})

t.test(
  'an image path takes any artifact, since an unserved one is not found and never invalid',
  async (t) => {
    const { parameters, errorCodes, success } = operation('retrieveEvidenceImage')
    const plain = { type: 'string' }
    t.strictSame(
      parameters.map(({ name, schema }) => [name, schema]),
      [
        ['id', plain],
        ['artifact', plain],
      ],
    )
    t.notOk(errorCodes.includes('validation_error'))
    t.equal(success.body?.mediaType, 'image/jpeg')
    t.ok(success.headers.includes('cache-control'))
  },
)

function sourceFiles(): string[] {
  return [
    'common.yaml',
    'events.yaml',
    ...readdirSync(join(SPEC, 'resources')).map((name) => join('resources', name)),
  ]
}

function read(file: string): unknown {
  return parse(readFileSync(join(SPEC, file), 'utf8'))
}

function copy(): Document {
  return structuredClone(document)
}

function at(node: object, ...path: string[]): Record<string, unknown> {
  return path.reduce((parent, key) => (parent as Record<string, object>)[key]!, node) as Record<
    string,
    unknown
  >
}

t.test('each pattern of a request says in words what it wants', async (t) => {
  const control = JSON.parse(
    readFileSync(join(SPEC, '../simulator/control/spec/openapi.json'), 'utf8'),
  ) as Document
  for (const [name, document] of Object.entries({
    public: bundled as unknown as Document,
    control,
  })) {
    const wordless = new Set<string>()
    const seen = new Set<Json>()
    const walk = (node: Json | undefined, place: string): void => {
      if (typeof node !== 'object' || node === null || seen.has(node)) return
      seen.add(node)
      const { $ref, pattern, 'x-message': words } = node as Record<string, unknown>
      if (typeof $ref === 'string') {
        const parts = $ref.slice('#/'.length).split('/')
        const target = parts.reduce<Json | undefined>(
          (at, part) => (at as Record<string, Json> | undefined)?.[part],
          document as unknown as Json,
        )
        walk(target, $ref)
      }
      if (typeof pattern === 'string' && typeof words !== 'string') wordless.add(place)
      for (const [key, child] of Object.entries(node)) walk(child as Json, `${place}/${key}`)
    }
    for (const [path, item] of Object.entries(document.paths as Record<string, Json>))
      for (const [method, operation] of Object.entries(item as Record<string, Json>)) {
        const { requestBody } = operation as Record<string, Json>
        walk(requestBody, `${method} ${path}`)
      }
    t.ok(seen.size > 100, `${name}: there are schemas to look at`)
    t.strictSame([...wordless], [], name)
  }
})
