import { type Attempt, input } from '../fields.ts'
import { type Html, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { type StepPage, actionOf } from './step.ts'

/** A check that asks nothing but consent, and who the applicant is where nobody has said so. */
interface Check {
  title: string
  text: string
  /** What it needs to know of the applicant. */
  needs: 'name' | 'email'
}

const CHECKS: Record<string, Check> = {
  background_check: {
    title: 'Background check',
    text: 'Public court records are searched for your name.',
    needs: 'name',
  },
  credit_history: {
    title: 'Credit history',
    text: 'Your credit report is read. Your score does not change by it.',
    needs: 'name',
  },
  sanctions_screening: {
    title: 'Sanctions screening',
    text: 'Your name is compared with lists of sanctioned people.',
    needs: 'name',
  },
  email_verification: {
    title: 'E-mail address',
    text: 'Your e-mail address is checked. Nothing is sent to it here.',
    needs: 'email',
  },
}

const NAMES = new Map([
  ['applicant.familyName', 'Family name'],
  ['applicant.givenNames.0', 'First given name'],
  ['applicant.givenNames.1', 'Second given name'],
  ['applicant.givenNames.2', 'Further given name'],
  ['applicant.nameSuffix', 'Suffix, such as Jr.'],
  ['applicant.dateOfBirth', 'Date of birth'],
])
const MAIL = new Map([['applicant.email', 'E-mail address']])
const TYPES: Record<string, 'date' | 'email'> = {
  'applicant.dateOfBirth': 'date',
  'applicant.email': 'email',
}

export const checkPage: StepPage = {
  draw(step, visit, attempt) {
    const { title, text } = CHECKS[step.type] ?? {
      title: 'One more check',
      text: 'It needs nothing from you.',
    }
    const labels = asked(step.type, visit)
    return {
      title,
      labels,
      body: html`<form method="post" action="${actionOf(visit, step)}">
<p>${text}</p>
${labels.size > 0 && fieldset(labels, attempt)}
<button>Agree and continue</button>
</form>`,
    }
  },
  read(step, visit, { fields }) {
    const labels = asked(step.type, visit)
    const text = (name: string): string | undefined => fields.get(name)?.trim() || undefined
    if (labels === MAIL) return { body: { applicant: { email: text('applicant.email') ?? '' } } }
    if (labels !== NAMES) return { body: {} }
    const given = [0, 1, 2]
      .map((i) => text(`applicant.givenNames.${i}`))
      .filter((name) => name !== undefined)
    const [nameSuffix, dateOfBirth] = [text('applicant.nameSuffix'), text('applicant.dateOfBirth')]
    return {
      body: {
        applicant: {
          // Whoever has one name gives it as the family name, and that is all.
          familyName: text('applicant.familyName') ?? '',
          givenNames: given,
          ...(nameSuffix !== undefined && { nameSuffix }),
          ...(dateOfBirth !== undefined && { dateOfBirth }),
        },
      },
    }
  },
}

const ONE_NAME = 'All of it, if it has several words. If you have one name, write it here.'

const NONE = new Map<string, string>()

/** What is known already is not asked again: whoever holds the link would read it off the page. */
function asked(type: string, { named, reachable }: Visit): Map<string, string> {
  switch (CHECKS[type]?.needs) {
    case 'name':
      return named ? NONE : NAMES
    case 'email':
      return reachable ? NONE : MAIL
    default:
      return NONE
  }
}

function fieldset(labels: Map<string, string>, attempt: Attempt): Html {
  return html`<fieldset><legend>About you</legend>
${[...labels].map(([name, label]) =>
  input(
    {
      name,
      label,
      type: TYPES[name] ?? 'text',
      required: name === 'applicant.familyName' || name === 'applicant.email',
      ...(name === 'applicant.familyName' && { hint: ONE_NAME }),
    },
    attempt,
  ),
)}
</fieldset>`
}
