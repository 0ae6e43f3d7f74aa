import type { SdkApplicant } from '../../../spec/generated/wire.ts'
import type { JourneyMessages } from '../../messages/en/journey.ts'
import { type Child, h } from '../dom.ts'
import { type Problems, input } from '../fields.ts'
import { type StepView, askForm } from './step.ts'

interface Check {
  title: keyof JourneyMessages
  text: keyof JourneyMessages
  /** Applicant data that the check needs. */
  by?: 'name' | 'email'
}

const CHECKS: Record<string, Check> = {
  background_check: { title: 'nameBackgroundCheck', text: 'backgroundText', by: 'name' },
  credit_history: { title: 'nameCreditHistory', text: 'creditText', by: 'name' },
  sanctions_screening: { title: 'nameSanctionsScreening', text: 'sanctionsText', by: 'name' },
  email_verification: { title: 'nameEmailVerification', text: 'emailText', by: 'email' },
}
const OTHER: Check = { title: 'nameOther', text: 'otherText' }

const GIVEN = ['givenName1', 'givenName2', 'givenName3'] as const

/**
 * A check that needs consent and applicant data. The inputs for names are never hidden (SDK-008,
 * SDK-009).
 */
export const checkStep: StepView = async (drawing, step, attempt) => {
  const { messages, verification } = drawing
  const { title, text, by } = Object.hasOwn(CHECKS, step.type) ? CHECKS[step.type]! : OTHER
  const asked = ((step.config as { asks?: string[] }).asks ?? []).length > 0
  const { nameComponents } = verification.describe()
  const required =
    by === 'email' && asked
      ? ['applicant.email']
      : by === 'name' && asked && nameComponents === 'required'
        ? ['applicant.familyName']
        : []
  const typed = await askForm(
    drawing,
    {
      title: messages[title],
      required,
      labels: labelsOf(messages),
      submit: messages.agree,
      draw: (problems) => [
        h('p', {}, messages[text]),
        by && fieldset(by, { messages, problems, required, known: !asked }),
      ],
    },
    attempt,
  )
  if (by === 'name') closeGaps(typed)
  const applicant = by && applicantOf(by, typed)
  return { submission: applicant ? { applicant } : {}, typed }
}

/** Path of a field in errors of the service. */
function labelsOf(messages: JourneyMessages): Map<string, string> {
  return new Map([
    ['applicant.familyName', messages.familyName],
    ...GIVEN.map((key, i): [string, string] => [`applicant.givenNames.${i}`, messages[key]]),
    ['applicant.nameSuffix', messages.nameSuffix],
    ['applicant.dateOfBirth', messages.dateOfBirth],
    ['applicant.email', messages.email],
  ])
}

function fieldset(
  by: 'name' | 'email',
  {
    messages,
    problems,
    required,
    known,
  }: { messages: JourneyMessages; problems: Problems; required: string[]; known: boolean },
): Child {
  const drawing = { messages, problems }
  const fields = [...labelsOf(messages)].filter(
    ([name]) => (name === 'applicant.email') === (by === 'email'),
  )
  return h(
    'fieldset',
    { class: 'group' },
    h('legend', {}, messages.aboutYou),
    known && h('p', { class: 'hint' }, messages.alreadyGiven),
    fields.map(([name, label]) => {
      const type =
        name === 'applicant.dateOfBirth' ? 'date' : name === 'applicant.email' ? 'email' : 'text'
      const hint = name === 'applicant.familyName' ? messages.familyNameHint : undefined
      return input({ name, label, hint, required: required.includes(name) }, type, drawing, {
        autocomplete: AUTOCOMPLETE[name] ?? 'off',
      })
    }),
  )
}

const AUTOCOMPLETE: Record<string, string> = {
  'applicant.familyName': 'family-name',
  'applicant.givenNames.0': 'given-name',
  'applicant.givenNames.1': 'additional-name',
  'applicant.nameSuffix': 'honorific-suffix',
  'applicant.dateOfBirth': 'bday',
  'applicant.email': 'email',
}

/** Moves given names to the first fields: an error of the service has the index among those sent. */
function closeGaps(typed: FormData): void {
  const names = GIVEN.map((_, i) => `applicant.givenNames.${i}`)
  const given = names.map((name) => String(typed.get(name)).trim()).filter(Boolean)
  for (const [i, name] of names.entries()) typed.set(name, given[i] ?? '')
}

/** Undefined if the input is empty: the stored value is kept. */
function applicantOf(by: 'name' | 'email', typed: FormData): SdkApplicant | undefined {
  const text = (name: string): string | undefined =>
    String(typed.get(`applicant.${name}`) ?? '').trim() || undefined
  if (by === 'email') {
    const email = text('email')
    return email === undefined ? undefined : { email }
  }
  const givenNames = GIVEN.map((_, i) => text(`givenNames.${i}`)).filter(
    (name) => name !== undefined,
  )
  const [familyName, nameSuffix, dateOfBirth] = [
    text('familyName'),
    text('nameSuffix'),
    text('dateOfBirth'),
  ]
  const applicant: SdkApplicant = {
    // One name alone is a complete answer: family name and no given names.
    ...(familyName !== undefined && { familyName, givenNames }),
    ...(familyName === undefined && givenNames.length > 0 && { givenNames }),
    ...(nameSuffix !== undefined && { nameSuffix }),
    ...(dateOfBirth !== undefined && { dateOfBirth }),
  }
  return Object.keys(applicant).length === 0 ? undefined : applicant
}
