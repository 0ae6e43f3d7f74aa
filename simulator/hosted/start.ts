import type { SdkStep } from '../../spec/generated/wire.ts'
import { fill } from '../../sdk/messages/catalogue.ts'
import { html } from './html.ts'
import { type Reply, page, phrase } from './page.ts'
import { frameOf, homeOf } from './page-frame.ts'
import { qrCode } from './qr.ts'
import { asksDetails } from './steps/check.ts'
import { nameOf } from './steps/step.ts'
import type { Visit } from './visit.ts'

/** Estimated duration of each type of step, in minutes. */
const MINUTES: Record<string, number> = { id_verification: 3, custom_form: 2, esign: 5 }

/** Data that each type of step collects; a check may ask for details and has a result. */
const COLLECTED: Record<string, readonly Received[]> = {
  custom_form: ['startAnswers'],
  id_verification: ['startPhotos', 'startResults'],
  esign: ['startSignature'],
}

type Received = `start${'Answers' | 'Photos' | 'Details' | 'Signature' | 'Results'}`

/** Returns the data that the business receives from these steps, each once. */
function received(visit: Visit, steps: readonly SdkStep[]): Received[] {
  const found = new Set<Received>()
  for (const { type } of steps)
    for (const key of COLLECTED[type] ?? [...details(type, visit), 'startResults' as const])
      found.add(key)
  const isResult = (key: Received): boolean => key === 'startResults'
  return [...found].sort((a, b) => Number(isResult(a)) - Number(isResult(b)))
}

function details(type: string, visit: Visit): Received[] {
  return asksDetails(type, visit) ? ['startDetails'] : []
}

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
<ul class="hint">${received(visit, steps).map((key) => html`<li>${text[key]}</li>`)}</ul>
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
