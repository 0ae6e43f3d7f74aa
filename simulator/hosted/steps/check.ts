import type { HostedMessages } from '../../../sdk/messages/en/hosted.ts'
import { type Attempt, input } from '../fields.ts'
import { type Html, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { type StepPage, actionOf, nameOf } from './step.ts'

/** A check that needs only consent, and applicant data if they are missing. */
interface Check {
  text: keyof HostedMessages
  /** Applicant data that the check needs. */
  needs: 'name' | 'email'
}

const CHECKS: Record<string, Check> = {
  background_check: { text: 'backgroundText', needs: 'name' },
  credit_history: { text: 'creditText', needs: 'name' },
  sanctions_screening: { text: 'sanctionsText', needs: 'name' },
  email_verification: { text: 'emailText', needs: 'email' },
}

const GIVEN = [0, 1, 2].map((i) => `applicant.givenNames.${i}`)
const NAMES = new Map<string, keyof HostedMessages>([
  ['applicant.familyName', 'familyName'],
  ['applicant.givenNames.0', 'givenName1'],
  ['applicant.givenNames.1', 'givenName2'],
  ['applicant.givenNames.2', 'givenName3'],
  ['applicant.nameSuffix', 'nameSuffix'],
  ['applicant.dateOfBirth', 'dateOfBirth'],
])
const MAIL = new Map<string, keyof HostedMessages>([['applicant.email', 'email']])
const TYPES: Record<string, 'date' | 'email'> = {
  'applicant.dateOfBirth': 'date',
  'applicant.email': 'email',
}

export const checkPage: StepPage = {
  render(step, visit, attempt) {
    const { text } = visit.words
    const known = CHECKS[step.type]
    const labels = new Map(
      [...asked(step.type, visit)].map(([name, message]) => [name, text[message]]),
    )
    return {
      title: known ? nameOf(visit, step) : text.otherTitle,
      labels,
      body: html`<form method="post" action="${actionOf(visit, step)}">
<p>${text[known?.text ?? 'otherText']}</p>
${labels.size > 0 && fieldset(labels, attempt, text)}
<button>${text.agree}</button>
</form>`,
    }
  },
  kindOf: (_step, name) => (TYPES[name] === 'date' ? 'birthDate' : (TYPES[name] ?? 'text')),
  read(step, visit, { fields }) {
    const labels = asked(step.type, visit)
    const text = (name: string): string | undefined => fields.get(name)?.trim() || undefined
    if (labels === MAIL) return { body: { applicant: { email: text('applicant.email') ?? '' } } }
    if (labels !== NAMES) return { body: {} }
    const givenNames = GIVEN.map(text).filter((name) => name !== undefined)
    // Moves the names to the first fields: an error has the index among those sent.
    for (const [i, name] of GIVEN.entries()) fields.set(name, givenNames[i] ?? '')
    const [nameSuffix, dateOfBirth] = [text('applicant.nameSuffix'), text('applicant.dateOfBirth')]
    return {
      body: {
        applicant: {
          // A person with one name gives it as the family name.
          familyName: text('applicant.familyName') ?? '',
          givenNames,
          ...(nameSuffix !== undefined && { nameSuffix }),
          ...(dateOfBirth !== undefined && { dateOfBirth }),
        },
      },
    }
  },
}

const NONE = new Map<string, keyof HostedMessages>()

/** Known data is not requested again: anyone with the link could read it on the page. */
function asked(type: string, { named, reachable }: Visit): Map<string, keyof HostedMessages> {
  switch (CHECKS[type]?.needs) {
    case 'name':
      return named ? NONE : NAMES
    case 'email':
      return reachable ? NONE : MAIL
    default:
      return NONE
  }
}

/** Whether a check asks the applicant for a name or an address. */
export function asksDetails(type: string, visit: Visit): boolean {
  return asked(type, visit).size > 0
}

function fieldset(labels: Map<string, string>, attempt: Attempt, text: HostedMessages): Html {
  return html`<fieldset><legend>${text.aboutYou}</legend>
${[...labels].map(([name, label]) =>
  input(
    {
      name,
      label,
      type: TYPES[name] ?? 'text',
      required: name === 'applicant.familyName' || name === 'applicant.email',
      ...(name === 'applicant.familyName' && { hint: text.familyNameHint }),
    },
    attempt,
  ),
)}
</fieldset>`
}
