import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { incompleteness } from '../../sdk/messages/catalogue.ts'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { data, controlClient } from '../testing/control-client.ts'
import { type Fields, heading, visitor } from '../testing/visitor.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { ENGLISH, LANGUAGES, type Words } from './words.ts'

// The languages of the pages: their selection, and that every text comes from the catalogue.

const QUESTIONS = [
  ['text', {}],
  ['number', {}],
  ['yes_no', { required: true }],
  ['multiple_choice', { options: ['[a]', '[b]'] }],
].map(([type, more], i) => ({ id: `q${i}`, type, label: `[question ${i}]`, ...(more as object) }))
const identity = (faceCheck: string) => ({
  id: 'identity',
  type: 'id_verification',
  config: { faceCheck, allowPhotoUpload: true },
})
const lease = {
  id: 'lease',
  type: 'esign',
  config: { documents: [{ ...LEASE, title: '[Lease]', body: '[It begins.]' }] },
}
const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
const acme = backendFor(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.organization('org_acme', { name: '[Acme]' })

const begin = async (steps: object[], body: object = {}) => {
  const template = await acme.call('POST', '/v1/workflow-templates', { name: 'One', steps })
  const { id: workflow_template_id } = data<{ id: string }>(template)
  return visitor(simulator, await acme.create({ workflow_template_id, ...body }))
}

t.test('a page uses the first supported language of Accept-Language', async (t) => {
  const page = await begin([identity('none')])
  for (const [accept, lang, dir] of [
    [undefined, 'en', 'ltr'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr'],
    ['ja, es;q=0.5, en;q=0.4', 'es', 'ltr'],
    ['en;q=0.1, fr;q=0.9', 'fr', 'ltr'],
    ['AR-eg', 'ar', 'rtl'],
    ['fr;q=0, xx', 'en', 'ltr'],
    ['x'.repeat(501), 'en', 'ltr'],
  ] as const) {
    const { text } = await page.get('', accept === undefined ? {} : { 'accept-language': accept })
    t.match(text, `<html lang="${lang}" dir="${dir}">`, accept ?? 'none')
    t.match(text, LANGUAGES.get(lang)!.text.start, lang)
  }
})

t.test('the language menu overrides Accept-Language, and its choice is stored', async (t) => {
  const page = await begin([lease])
  const switched = await page.get('?lang=fr', { 'accept-language': 'de' })
  t.strictSame([switched.status, switched.headers.get('location')], [303, `/s/${page.id}`])
  const cookie = switched.headers.get('set-cookie')!
  t.match(cookie, /^vskit_lang=fr; Path=\/s; .*SameSite=Lax; HttpOnly$/)
  const headers = { cookie: cookie.split(';')[0]!, 'accept-language': 'de' }
  t.equal(heading(await page.get('', headers)), '200 Vérification pour [Acme]')
  t.match((await page.get('/nothing', headers)).text, '<html lang="fr"')
  t.equal((await page.get('?lang=tlh')).status, 200, 'an unsupported language is ignored')
  await page.post('/start', {}, headers)
  await page.post('/steps/lease/open', {}, headers)
  const consent = await page.get('', headers)
  t.match(consent.text, /<div class="disclosure"[^>]* lang="en" dir="ltr"><p>Consent to electronic/)
  t.match(consent.text, LANGUAGES.get('fr')!.signing.disclosureLanguage, 'CER-010')
})

t.test('every language has every text, with the same placeholders', async (t) => {
  const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [lang, words] of LANGUAGES) {
    for (const part of ['text', 'signing'] as const) {
      t.equal(incompleteness(words[part], ENGLISH[part]), undefined, `${lang} ${part}`)
      for (const [key, text] of Object.entries(ENGLISH[part]))
        t.strictSame(values(words[part][key as never]), values(text), `${lang} ${key}`)
    }
  }
})

/** The catalogue with markers around each text. */
function pseudo(messages: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, `⟦${text}⟧`]))
}
const PSEUDO = {
  lang: 'qps',
  dir: 'ltr',
  name: '⟦Pseudo⟧',
  text: pseudo(ENGLISH.text),
  signing: pseudo(ENGLISH.signing),
} as unknown as Words

/** Texts of users, which a page shows unchanged. */
const OTHERS = /\[[^[\]]*\]|English|Deutsch|Español|Français|العربية|\S+@\S+\.example/g

/** Returns the texts of a page that come neither from the catalogue nor from users. */
function strays({ text }: Reply): string[] {
  const disclosed = text.replaceAll(
    /<div class="disclosure" tabindex="0" role="region" aria-label="⟦Disclosure⟧".*?<\/div>/gs,
    '',
  )
  const attributes = [
    ...disclosed.matchAll(
      / (?:alt|aria-label|title|placeholder|data-busy|data-ready|data-processing)="([^"]*)"/g,
    ),
  ]
  const body = disclosed.replaceAll(/<(?:script|path)[^>]*>|<bdi>[^<]*<\/bdi>/g, '')
  const whole = [
    ...attributes.map(([, value]) => value!),
    body.replaceAll(/<\/?(?:b|strong|span|bdi)\b[^>]*>/g, '').replaceAll(/<[^>]*>/g, '\n'),
  ].join('\n')
  return whole
    .replaceAll(OTHERS, '')
    .replaceAll(/⟦[^⟧]*⟧/gs, '')
    .split('\n')
    .map((line) => line.replaceAll(/[\s–:()]|&#39;/g, ''))
    .filter((line) => /\p{L}/u.test(line))
}

t.test('no text bypasses the catalogue', async (t) => {
  LANGUAGES.set('qps', PSEUDO)
  t.teardown(() => LANGUAGES.delete('qps'))
  const headers = { 'accept-language': 'qps' }
  const titles = new Set<string>()
  const look = (reply: Reply): void => {
    titles.add(heading(reply))
    t.strictSame(strays(reply), [], heading(reply))
  }
  const walk = async (
    { get, post }: Awaited<ReturnType<typeof begin>>,
    acts: [string, Fields?][],
  ): Promise<void> => {
    look(await get('', headers))
    for (const [path, fields = {}] of acts) {
      const reply = await post(path, fields, headers)
      look(reply.status === 303 ? await get('', headers) : reply)
    }
  }
  const at = '/steps/identity'
  const checks = ['background_check', 'credit_history', 'sanctions_screening', 'email_verification']
  const first = await begin(
    [
      identity('liveness'),
      { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } },
      ...checks.map((type) => ({ id: type, type })),
      lease,
      { id: 'last', type: 'credit_history' },
    ],
    { expected_outcome: 'doc_quality' },
  )
  await walk(first, [
    ['/start'],
    [`${at}/document`, { specimen: 'nobody' }],
    [`${at}/document`, { specimen: 'oeyvind' }],
    [`${at}/take`, { side: 'front' }],
    [`${at}/use`, { side: 'front' }],
    [`${at}/take`, { side: 'back' }],
    [`${at}/use`, { side: 'back' }],
    [at, { acquisition: 'camera' }],
    ['/steps/form', { 'answers.q1': 'many', 'answers.q2': 'maybe' }],
    ['/steps/form', { 'answers.q2': 'true' }],
    ['/steps/background_check'],
    ['/steps/background_check', { 'applicant.familyName': '[Ek]' }],
    ['/steps/credit_history'],
    ['/steps/sanctions_screening'],
    ['/steps/email_verification', { 'applicant.email': 'nobody' }],
    ['/steps/email_verification', { 'applicant.email': 'ek@signer.example' }],
    ['/steps/lease/open'],
    ['/steps/lease/paper-copy'],
    ['/steps/lease/sign', { typedName: '[Ek]' }],
  ])
  const envelope = await first.get('', headers)
  const field = (name: string) =>
    new RegExp(`name="${name}" value="(.*?)"`).exec(envelope.text)![1]!
  await walk(first, [
    ['/steps/lease/consent', { version: field('version'), hash: field('hash') }],
    ['/steps/lease/read'],
    ['/steps/lease/review'],
    ['/steps/lease/review', { typedName: '[Other]' }],
  ])
  look(await first.get('/steps/lease/review', headers))
  const reviewed = await first.post('/steps/lease/review', { typedName: '[Ek]' }, headers)
  const cookie = reviewed.headers.get('set-cookie')!.split(';')[0]!
  look(await first.get('/steps/lease/review', { ...headers, cookie }))
  await walk(first, [
    ['/steps/lease/sign', { typedName: '[Other]' }],
    ['/steps/lease/sign', { typedName: '[Ek]' }],
  ])
  look(await first.get('/end', headers))
  look(await first.get('/steps/lease', headers))
  await first.post('/steps/lease/withdraw')
  look(await first.get('/steps/lease', headers))
  await walk(first, [['/steps/last']])
  const upload = await begin([identity('selfie')])
  const front = evidenceFor(0).images.front.bytes()
  await walk(upload, [
    ['/start'],
    [`${at}/document`, { specimen: 'odette', acquisition: 'upload' }],
    [`${at}/take`, { side: 'front' }],
    [`${at}/take`, { side: 'front', 'images.front': Buffer.from('text') }],
    [`${at}/take`, { side: 'front', 'images.front': front }],
    [`${at}/use`, { side: 'front' }],
    [at, { acquisition: 'upload' }],
  ])
  for (const act of ['/steps/lease/decline', '/steps/lease/withdraw', '/end'])
    await walk(await begin([lease]), [['/start'], ['/steps/lease/open'], [act]])
  const cancelled = await begin([lease])
  await control.cancel(cancelled.id)
  look(await cancelled.get('', headers))
  const expired = await begin([lease])
  await control.advance(8 * 24 * 3600)
  look(await expired.get('', headers))
  look(await visitor(simulator, 'nobody').get('', headers))
  look(await expired.get('/nothing', headers))
  look(await expired.post('/end', {}, { ...headers, origin: 'https://other.example' }))
  t.ok(titles.size >= 30, `${titles.size} screens`)
})

t.test('the script of the pages has at most 12 KB after compression', async (t) => {
  const script = readFileSync(new URL('browser/hosted.js', import.meta.url))
  t.ok(gzipSync(script).length <= 12 * 1024)
})
