import t from 'tap'
import { signersFor } from '../testing/signers.ts'
import { APPLICANT, SIGNER } from '../testing/signing.ts'
import { complaints, heading } from '../testing/visitor.ts'
import { LANGUAGES } from './words.ts'

// The review of a signature: a page with its own URL, and the check of the typed name before it.

const { signer } = await signersFor(t)
const REVIEW = '/steps/lease/review'

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
