import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FEATURES } from './features.ts'
import { TARGET_TEMPLATE } from './init.ts'
import { readOpenChoices } from './open-choices.ts'
import { loadTarget, readTarget, TargetError } from './load.ts'
import schema from './target.schema.json' with { type: 'json' }
import { SECRET_ENCODINGS, SIGNED_CONTENTS } from '../receiver/signature.ts'
import { CREDENTIALS } from './target.ts'

const KEY = 'ah_sk_us_test_0123456789abcdef'
const ENV = {
  US_TEST: KEY,
  EU_LIVE: 'ah_sk_eu_live_0123456789abcdef',
  TOKEN: 'token-of-the-states',
}
const CHECKS = ['limits.headers', 'envelope.no-credential']

function problems(text: string, env: Record<string, string> = ENV): readonly string[] {
  try {
    readTarget(text, 'x.yaml', env, CHECKS)
    return []
  } catch (error) {
    if (error instanceof TargetError) return error.problems
    throw error
  }
}

const base = (more = ''): string => `name: a
regions:
  us:
    base_url: http://127.0.0.1:4001/
    credentials:
      test: { env: US_TEST }
${more}`

t.test('every setting of a target file', async (t) => {
  const text = base(`  eu:
    base_url: https://eu.example.com/api
    credentials:
      live: { env: EU_LIVE, session_fields: { workflow_template_id: wt_1 } }
features: { openapi_document: false }
provider_states: { url: 'http://127.0.0.1:9000/testing/', token_env: TOKEN }
open_choices: { country_field: land, routes: { cancel_session: 'POST /v1/sessions/{id}/stop' } }
webhooks:
  receiver: { port: 4010 }
expected_failures:
  - { check: limits.headers, signature: EXA-024=nothing, reason: ticket 1, expires: 2027-01-31 }
`)
  const { templateFields, documentTemplateFields, dataSubjectRequest, applicantFields, bodies } =
    readOpenChoices()
  const unnamed = {
    templateFields,
    documentTemplateFields,
    dataSubjectRequest,
    applicantFields,
    bodies,
  }
  t.strictSame(readTarget(text, 'x.yaml', ENV, CHECKS), {
    name: 'a',
    regions: {
      us: {
        baseUrl: 'http://127.0.0.1:4001',
        credentials: { test: { label: 'us.test', region: 'us', key: KEY, sessionFields: {} } },
      },
      eu: {
        baseUrl: 'https://eu.example.com/api',
        credentials: {
          live: {
            label: 'eu.live',
            region: 'eu',
            key: ENV.EU_LIVE,
            sessionFields: { workflow_template_id: 'wt_1' },
          },
        },
      },
    },
    features: {
      ...Object.fromEntries(Object.keys(FEATURES).map((name) => [name, true])),
      openapi_document: false,
    },
    openChoices: {
      named: new Set(['country_field', 'routes']),
      wrappers: [],
      countryField: 'land',
      scanImagePart: 'front',
      scanBackPart: 'back',
      paging: { list_limit: 'limit', list_cursor: 'cursor', list_next: 'next_cursor' },
      verdictSeconds: 10,
      ...unnamed,
      routes: { cancel_session: { method: 'POST', path: '/v1/sessions/{id}/stop' } },
    },
    providerStates: { url: 'http://127.0.0.1:9000/testing', token: ENV.TOKEN },
    webhooks: {
      receiver: { host: '127.0.0.1', port: 4010, plainHttp: false },
      patienceSeconds: 10,
    },
    expectedFailures: [
      {
        check: 'limits.headers',
        signature: 'EXA-024=nothing',
        reason: 'ticket 1',
        expires: '2027-01-31',
      },
    ],
  })
})

t.test('a JSON file is read as well', async (t) => {
  t.equal(
    readTarget('{"name":"a","regions":{"us":{"base_url":"http://h"}}}', 'x.json', {}, []).regions.us
      ?.baseUrl,
    'http://h',
  )
})

t.test('each mistake is reported with its place and its correction', async (t) => {
  const cases: [text: string, told: RegExp][] = [
    ['', /the file: expected a mapping, got nothing/],
    ['name: a', /the file: regions is missing/],
    ['name: a\nregions: {}', /regions: name at least one/],
    [
      'name: a\nregions: {uk: {base_url: http://h}}',
      /regions: there is no property "uk" here\. Did you mean "us"\? Known: us, eu/,
    ],
    [
      'name: a\nregions: {us: {base_url: localhost:4001}}',
      /regions\.us\.base_url: expected a URL such as .*, got "localhost:4001"/,
    ],
    [
      'name: a\nregions: {us: {base_url: "http://me:secret@h"}}',
      /regions\.us\.base_url: expected a URL without user and password$/,
    ],
    [
      'name: a\nregions: {us: {base_url: http://h, credentials: {tset: {env: A}}}}',
      /credentials: there is no property "tset" here\. Did you mean "test"\?/,
    ],
    [
      base('open_choices: { routes: { cancel_session: /v1/stop } }'),
      /open_choices\.routes\.cancel_session: expected a method and a path with \{id\}, such as .*, got "\/v1\/stop"/,
    ],
    [
      base('features: { sesions: true }'),
      /features\.sesions: there is no such feature\. Did you mean "sessions"\?/,
    ],
    [base('features: { sessions: maybe }'), /features\.sessions: expected a boolean, got a string/],
    [base('provider_states: { token_env: A }'), /provider_states: url is missing/],
    [
      base('webhooks: { receiver: { port: 1 }, signature: { scheme: rot13 } }'),
      /webhooks\.signature\.scheme: expected one of hmac-sha256, hmac-sha256-body-hex/,
    ],
    [
      base(
        'expected_failures:\n- { check: limits.header, signature: s, reason: r, expires: 2027-01-31 }',
      ),
      /expected_failures\.0\.check: there is no check "limits\.header"\. Did you mean "limits\.headers"\?/,
    ],
    [
      base(
        'expected_failures:\n- { check: limits.headers, signature: s, reason: "", expires: soon }',
      ),
      /expected_failures\.0\.expires: expected a date as YYYY-MM-DD/,
    ],
    ['name: [a\n', /./],
    ['name: a\nname: b', /keys must be unique/],
  ]
  for (const [text, told] of cases) {
    t.ok(
      problems(text).some((line) => told.test(line)),
      `${told}: ${problems(text).join(' | ')}`,
    )
  }
})

t.test('all mistakes are reported at once', async (t) => {
  const text = [
    'name: ""',
    'regions: {us: {base_url: nowhere, credentials: {test: {}}}}',
    'features: {zebra: true}',
    'expected_failures: [{}]',
  ].join('\n')
  t.equal(problems(text).length, 8, problems(text).join(' | '))
})

t.test('a second entry for a check is a mistake', async (t) => {
  const entry = '- { check: limits.headers, signature: s, reason: r, expires: 2027-01-31 }\n'
  t.strictSame(problems(base(`expected_failures:\n${entry}${entry}`)), [
    'expected_failures.1.check: "limits.headers" has an entry already, number 0',
  ])
})

t.test('each variable that is not set is reported', async (t) => {
  const text = base('provider_states: { url: "http://h", token_env: TOKEN }')
  t.match(problems(text, {}), [
    /regions\.us\.credentials\.test\.env: the environment variable US_TEST is not set/,
    /token_env: the environment variable TOKEN is not set/,
  ])
  t.match(problems(text, { US_TEST: ' ', TOKEN: 'short' }), [
    /US_TEST is not set/,
    /TOKEN is shorter than 8 characters/,
  ])
})

t.test('the key of another plane is rejected, and not repeated', async (t) => {
  const found = problems(base(), { US_TEST: ENV.EU_LIVE })
  t.match(found, [/the key in US_TEST does not begin with ah_sk_us_test_/])
  t.notMatch(found.join(), /0123456789abcdef/)
})

t.test('a key in the file in place of a variable is rejected, and not repeated', async (t) => {
  const found = problems(base().replace('US_TEST', KEY))
  t.match(found, [/expected the name of an environment variable.*never write a key into this file/])
  t.notMatch(found.join(), KEY)
})

t.test('a missing file: the error says what to do', async (t) => {
  t.throws(() => loadTarget(join(t.testdir(), 'no.yaml'), {}, []), {
    message: /no\.yaml: 1 problem\n.*there is no such file; write one with: vskit conformance init/,
  })
})

t.test('a binary file is one mistake', async (t) => {
  t.strictSame(problems('PNG\r\n\u001a\n\0\0: [\0}'), [
    'it is not a text file: it contains control characters. Name a file of YAML or JSON',
  ])
})

t.test('the file that init writes is valid, and so are all its comments', async (t) => {
  const env = { VSKIT_US_TEST_KEY: KEY }
  t.equal(readTarget(TARGET_TEMPLATE, 'template', env, CHECKS).name, 'my verification service')
  // Lines that are YAML after their comment mark, except for further `test` keys.
  const all = TARGET_TEMPLATE.split('\n')
    .filter((line) => !/^ +# (?:test: |If (?:your|the key))/.test(line))
    .map((line) => line.replace(/^( *)# (?=\s*(?:- )?[a-z_]+:(?: |$))/, '$1'))
    .join('\n')
  const full = readTarget(
    all,
    'template',
    {
      ...env,
      VSKIT_US_LIVE_KEY: 'ah_sk_us_live_0123456789',
      VSKIT_US_TEST_READ_ONLY_KEY: 'ah_sk_us_test_0123456789',
      VSKIT_US_OTHER_KEY: 'ah_sk_us_test_9876543210',
      VSKIT_EU_TEST_KEY: 'ah_sk_eu_test_0123456789',
      MY_STATES_TOKEN: 'token-token',
    },
    CHECKS,
  )
  t.strictSame(Object.keys(full.regions.us!.credentials), Object.keys(CREDENTIALS))
  t.ok(
    full.regions.eu && full.providerStates && full.webhooks && full.expectedFailures.length === 1,
  )
  t.strictSame(
    Object.values(full.features),
    Object.keys(FEATURES).map(() => false),
  )
})

t.test('the schema knows the credentials and schemes that the code knows', async (t) => {
  t.strictSame(
    Object.keys(schema.$defs.region.properties.credentials.properties),
    Object.keys(CREDENTIALS),
  )
  const { signed, secret } = schema.properties.webhooks.properties.signature.properties
  t.strictSame(signed.enum, SIGNED_CONTENTS)
  t.strictSame(secret.enum, SECRET_ENCODINGS)
  t.match(readFileSync(new URL('target.schema.json', import.meta.url), 'utf8'), /2020-12/)
})

t.test(
  'a key in place of { env: NAME } is rejected with that form, and not repeated',
  async (t) => {
    const form = (text: string) => `write ${text}, and put the key into that variable`
    const cases: [before: string, after: string, told: string][] = [
      ['{ env: US_TEST }', KEY, form('{ env: VSKIT_US_TEST_KEY }')],
      ['{ env: US_TEST }', `{ ${KEY} }`, form('{ env: VSKIT_US_TEST_KEY }')],
      ['{ env: US_TEST }', '{}', form('{ env: VSKIT_US_TEST_KEY }')],
      ['test: { env: US_TEST }', `live: [${KEY}]`, form('{ env: VSKIT_US_LIVE_KEY }')],
      ['\n      test: { env: US_TEST }', ` ${KEY}`, form('{ test: { env: VSKIT_US_TEST_KEY } }')],
    ]
    for (const [before, after, told] of cases) {
      const found = problems(base().replace(before, after))
      t.match(found.join('\n'), told)
      t.match(found.join('\n'), 'keys come from environment variables, never from this file')
      t.notMatch(found.join(), KEY)
    }
  },
)
