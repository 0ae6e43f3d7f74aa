import { fill } from '../../sdk/messages/catalogue.ts'
import { html } from './html.ts'
import { type Reply, page, phrase } from './page.ts'
import { frameOf, homeOf } from './page-frame.ts'
import { qrCode } from './qr.ts'
import { nameOf } from './steps/step.ts'
import type { Visit } from './visit.ts'

/** Estimated duration of each type of step, in minutes. */
const MINUTES: Record<string, number> = { id_verification: 3, custom_form: 2, esign: 5 }

/** The first screen: business, steps, duration, consent and QR code. */
export function startReply(visit: Visit): Reply {
  const { business, words, shown, address } = visit
  const { text } = words
  const steps = shown.steps.filter(({ status }) => status === 'open')
  const minutes = steps.reduce((sum, { type }) => sum + (MINUTES[type] ?? 1), 0)
  const link = address !== undefined && `${address}?lang=${words.lang}`
  return {
    status: 200,
    page: page(
      fill(text.startTitle, { business }),
      frameOf(visit),
      html`<h1>${phrase(text.startTitle, { business })}</h1>
<p>${phrase(text.startAsks, { business })}</p>
<ol class="plan">${steps.map((step) => html`<li>${nameOf(visit, step)}</li>`)}</ol>
<p>${phrase(text.startTime, { minutes })}</p>
<form method="post" action="${homeOf(visit)}/start">
<p class="hint">${phrase(text.startConsent, { business })}</p>
<button>${text.start}</button>
</form>
${
  link &&
  html`<details class="phone"><summary>${text.phoneSummary}</summary>
<p>${text.phoneText}</p>
${qrCode(link, text.phoneCode)}
<p><a href="${link}"><bdi>${link}</bdi></a></p>
</details>`
}`,
    ),
  }
}
