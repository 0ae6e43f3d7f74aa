import type { HostedMessages } from '../../sdk/messages/en/hosted.ts'
import { type SigningMessages, signing } from '../../sdk/messages/en/signing.ts'
import type { ApiError, Issue } from '../call/errors.ts'
import { type Html, type Piece, attributes, html } from './html.ts'

/** Errors and values of a submission. Fields have the names of the data plane. */
export interface Attempt {
  /** By field; errors without a field are under ''. */
  problems: Map<string, string>
  typed: URLSearchParams
  /** @default English */
  words?: FieldWords
}

/** Common parts of a field. */
export type FieldWords = Pick<
  SigningMessages,
  'optional' | 'errorPrefix' | 'problemsHeading' | 'noteHeading'
>

export const FIRST_ATTEMPT: Attempt = { problems: new Map(), typed: new URLSearchParams() }

/** Definition of a field. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'date'
  | 'birthDate'
  | 'email'
  | 'phone'
  | 'choice'
  | 'image'
  | 'name'

/**
 * Converts an error of the data plane to texts of the page's language; the error's own message is
 * English.
 */
export function attemptOf(
  error: ApiError,
  typed: URLSearchParams,
  { text, signing: words }: { text: HostedMessages; signing: SigningMessages },
  kindOf: (name: string) => FieldKind,
): Attempt {
  const issues = (error.details.issues ?? []) as Issue[]
  const problems = new Map<string, string>()
  for (const { code, message, path } of issues) {
    const name = path.join('.')
    if (problems.has(name)) continue
    if (message === 'Required' || code === 'too_small') problems.set(name, text.problemRequired)
    else if (code === 'too_big' && kindOf(name) === 'text') problems.set(name, text.problemTooLong)
    else if (kindOf(name) === 'name') problems.set(name, words.problemName)
    else problems.set(name, text[PROBLEMS[kindOf(name) as keyof typeof PROBLEMS]])
  }
  if (issues.length === 0) problems.set('', text.problemInvalid)
  return { problems, typed, words }
}

const PROBLEMS = {
  text: 'problemInvalid',
  number: 'problemNumber',
  date: 'problemDate',
  birthDate: 'problemBirthDate',
  email: 'problemEmail',
  phone: 'problemPhone',
  choice: 'problemChoice',
  image: 'problemImage',
} as const

/** The same for an error that the page found. */
export function attemptWith(
  name: string,
  problem: string,
  typed: URLSearchParams,
  words?: FieldWords,
): Attempt {
  return { problems: new Map([[name, problem]]), typed, ...(words && { words }) }
}

/** Error summary at the top of the page, with links to the fields. It takes the focus. */
export function summary(
  { problems, words = signing }: Attempt,
  labels: Map<string, string>,
): Piece {
  if (problems.size === 0) return undefined
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
<h2>${problems.has('') ? words.noteHeading : words.problemsHeading}</h2>
<ul>${[...problems].map(([name, problem]) => {
    const label = labels.get(name)
    const place = label !== undefined && html`<a href="#${idOf(name)}"><bdi>${label}</bdi></a>: `
    return html`<li>${place}${problem}</li>`
  })}</ul>
</div>`
}

export interface Field {
  name: string
  label: string
  required?: boolean
  hint?: Piece
}

interface InputField extends Field {
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'file'
  /** Further attributes. */
  more?: Parameters<typeof attributes>[0]
}

/** Inputs whose text is always from left to right. */
const DIRECTED = new Set(['text', 'email', 'tel'])

/** A one-line text input. */
export function input({ type = 'text', more, ...field }: InputField, attempt: Attempt): Html {
  const { name, label, required } = field
  const id = idOf(name)
  return html`<div class="${classOf(field, attempt)}">
<label for="${id}"><bdi>${label}</bdi>${optional(field, attempt)}</label>
${remarks(field, attempt)}
<input${attributes({
    id,
    name,
    type,
    value: attempt.typed.get(name),
    required,
    dir: DIRECTED.has(type) && 'auto',
    'aria-describedby': describedBy(field, attempt),
    'aria-invalid': attempt.problems.has(name) && 'true',
    ...more,
  })}>
</div>`
}

interface Choice {
  value: string
  label: Piece
}

/** A choice of one or several options. */
export function choices(
  type: 'radio' | 'checkbox',
  field: Field,
  options: Choice[],
  attempt: Attempt,
  chosen: string[] = [],
): Html {
  const { name, label } = field
  const taken = attempt.typed.has(name) ? attempt.typed.getAll(name) : chosen
  // HTML has no attribute for a group of checkboxes of which one is required.
  const required = type === 'radio' && field.required
  const drawn = options.map(
    ({ value, label: text }) => html`<label>
<input${attributes({ type, name, value, checked: taken.includes(value), required })}> <span><bdi>${text}</bdi></span></label>
`,
  )
  const described = attributes({ 'aria-describedby': describedBy(field, attempt) })
  return html`<fieldset class="${classOf(field, attempt)}" id="${idOf(name)}" tabindex="-1"${described}>
<legend><bdi>${label}</bdi>${optional(field, attempt)}</legend>
${remarks(field, attempt)}
<div class="choices">${drawn}</div>
</fieldset>`
}

function classOf({ name }: Field, { problems }: Attempt): string {
  return problems.has(name) ? 'field wrong' : 'field'
}

function optional({ required }: Field, { words = signing }: Attempt): Piece {
  return !required && html` <span class="optional">${words.optional}</span>`
}

function remarks({ name, hint }: Field, { problems, words = signing }: Attempt): Piece {
  const id = idOf(name)
  const problem = problems.get(name)
  return [
    hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`,
    problem !== undefined &&
      html`<p class="problem" id="${id}-problem">
<span class="unseen">${words.errorPrefix}</span> ${problem}</p>`,
  ]
}

function describedBy({ name, hint }: Field, { problems }: Attempt): string | undefined {
  const ids = [hint !== undefined && 'hint', problems.has(name) && 'problem'].filter(Boolean)
  return ids.length === 0 ? undefined : ids.map((part) => `${idOf(name)}-${part}`).join(' ')
}

/**
 * A name may contain any text, such as a question id; an id of an element must not contain spaces.
 */
function idOf(name: string): string {
  return `f-${encodeURIComponent(name).replaceAll('%', '_')}`
}
