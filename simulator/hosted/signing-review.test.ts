import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { data } from '../testing/control-client.ts'
import { backendFor } from '../testing/page.ts'
import { APPLICANT, LEASE, SIGNER } from '../testing/signing.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { complaints, heading, visitor } from '../testing/visitor.ts'
import { LANGUAGES } from './words.ts'

// The review of a signature: a page with its own URL, and the check of the typed name before it.

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
const acme = backendFor(simulator, demoKey('org_acme'))
const { id: workflow_template_id } = data<{ id: string }>(
  await acme.call('POST', '/v1/workflow-templates', {
    name: 'Lease',
    steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
  }),
)
const REVIEW = '/steps/lease/review'

/** Returns a visitor whose next task is the signature, or an earlier one. */
async function signer({ read = true, applicant = APPLICANT as object | null } = {}) {
  const body = { workflow_template_id, ...(applicant && { applicant }) }
  const page = visitor(simulator, await acme.create(body))
  await page.post('/start')
  await page.post('/steps/lease/open')
  const { text } = await page.get()
  const field = (name: string) => new RegExp(`name="${name}" value="(.*?)"`).exec(text)![1]!
  await page.post('/steps/lease/consent', { version: field('version'), hash: field('hash') })
  if (read) await page.post('/steps/lease/read')
  return page
}

t.test('Review redirects to a page that has no name in its URL', async (t) => {
  const page = await signer()
  const posted = await page.post(REVIEW, { typedName: ` ${SIGNER} ` })
  t.equal(posted.status, 303)
  t.equal(posted.headers.get('location'), `/s/${page.id}${REVIEW}`)
  const cookie = posted.headers.get('set-cookie')!
  t.match(cookie, new RegExp(`; Path=/s/${page.id}/steps/lease; Max-Age=1800; .*HttpOnly$`))
  const headers = { cookie: `vskit_lang=de; ${cookie.split(';')[0]!}` }
  for (const reply of [await page.get(REVIEW, headers), await page.get(REVIEW, headers)]) {
    t.equal(heading(reply), `200 ${LANGUAGES.get('de')!.text.signingReviewTitle}`)
    t.match(reply.text, `<bdi>${SIGNER}</bdi>`)
  }
  const signed = await page.post('/steps/lease/sign', { typedName: SIGNER }, headers)
  t.equal(signed.status, 303)
  t.match(signed.headers.get('set-cookie'), /^vskit_typed_name=; .*Max-Age=0;/)
  t.equal((await page.get(REVIEW, headers)).headers.get('location'), `/s/${page.id}/steps/lease`)
})

t.test('the longest name that can be stored is reviewed and signed', async (t) => {
  for (const letter of ['W', '山']) {
    const part = letter.repeat(100)
    const page = await signer({
      applicant: {
        family_name: part,
        given_names: Array.from({ length: 10 }, () => part),
        name_suffix: letter.repeat(30),
      },
    })
    const typedName = `${`${part} `.repeat(11)}${letter.repeat(30)}`
    const posted = await page.post(REVIEW, { typedName })
    const cookie = posted.headers.get('set-cookie')!
    t.ok(cookie.length < 4096, 'browsers keep the cookie')
    const headers = { cookie: cookie.split(';')[0]! }
    t.match((await page.get(REVIEW, headers)).text, `<bdi>${typedName}</bdi>`)
    t.equal((await page.post('/steps/lease/sign', { typedName }, headers)).status, 303)
    t.match(await page.get(), { text: /This verification is complete/ })
  }
})

t.test('without its cookie, the review asks for the name again and signs', async (t) => {
  const page = await signer()
  const reply = await page.get(REVIEW)
  t.equal(heading(reply), '200 Check and sign')
  t.match(reply.text, /action="[^"]*\/steps\/lease\/sign"[^]*name="typedName"[^]*Sign now/)
  t.equal((await page.post('/steps/lease/sign', { typedName: SIGNER })).status, 303)
  t.match(await page.get(), { text: /This verification is complete/ })
})

t.test('the review is only shown after the documents were read', async (t) => {
  const page = await signer({ read: false })
  t.equal((await page.get(REVIEW)).status, 303)
  const forged = `vskit_typed_name=${Buffer.from('Mallory', 'utf16le').toString('base64url')}`
  t.equal((await page.get(REVIEW, { cookie: forged })).status, 303)
  await page.post('/steps/lease/read')
  t.notMatch((await page.get(REVIEW, { cookie: forged })).text, 'Mallory')
})

t.test('a wrong name is refused at Review, by the rule and message of Sign now', async (t) => {
  for (const [lang, { signing, text }] of LANGUAGES) {
    const page = await signer()
    const headers = { 'accept-language': lang }
    const first = await page.get('', headers)
    t.match(first.text, text.signingNameHint, lang)
    t.notMatch(first.text, signing.typedNameHint, lang)
    for (const path of [REVIEW, '/steps/lease/sign']) {
      const reply = await page.post(path, { typedName: 'Mallory' }, headers)
      t.equal(heading(reply), `422 ${text.signingSignTitle}`, `${lang} ${path}`)
      t.strictSame(complaints(reply), [`${signing.typedName}: ${signing.problemName}`], path)
    }
    const missing = await page.post(REVIEW, { typedName: ' ' }, headers)
    t.strictSame(complaints(missing), [`${signing.typedName}: ${signing.problemRequired}`])
  }
  for (const applicant of [APPLICANT, null]) {
    const page = await signer({ applicant })
    const long = await page.post(REVIEW, { typedName: 'a'.repeat(1201) })
    t.equal(long.status, 422, 'the maximum length')
  }
  const unknown = await signer({ applicant: null })
  t.equal((await unknown.post(REVIEW, { typedName: 'Mallory' })).status, 303, 'no name on record')
})

t.test('Back and reload work after the review, also without scripts', async (t) => {
  const browser = await browserFor(t)
  for (const scripts of [true, false]) {
    const { id } = await signer()
    const page = await browser.newPage()
    if (!scripts) {
      const client = await browser.newCDPSession(page)
      await client.send('Emulation.setScriptExecutionDisabled', { value: true })
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const reads = (name: string) =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.goto(`${simulator.base_urls.us}/s/${id}`)
    await page.getByLabel('Your name').fill(SIGNER)
    await press('Review')
    await reads('Check and sign')
    t.notMatch(decodeURIComponent(page.url()), /Okafor/)
    await page.getByRole('link', { name: 'Write another name' }).click()
    await reads('Sign')
    await page.goBack()
    await reads('Check and sign')
    await page.locator('.signed', { hasText: SIGNER }).waitFor()
    await page.reload()
    await reads('Check and sign')
    await press('Sign now')
    await reads('This verification is complete')
    await page.goBack()
    await reads('This verification is complete')
    await page.close()
  }
})
