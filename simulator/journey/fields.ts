import type { ApiError, Issue } from '../service/errors.ts'
import { type Html, type Piece, attributes, html } from './html.ts'

/** What was wrong with what somebody sent, and what they had typed. Fields have the names of the data plane. */
export interface Attempt {
  /** By field; those that belong to none are under ''. */
  problems: Map<string, string>
  typed: URLSearchParams
}

export const FRESH: Attempt = { problems: new Map(), typed: new URLSearchParams() }

/** The attempt that a refusal has answered. */
export function attemptOf(error: ApiError, typed: URLSearchParams): Attempt {
  const issues = (error.details.issues ?? []) as Issue[]
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const name = issue.path.join('.')
    if (!problems.has(name)) problems.set(name, inWords(issue))
  }
  if (issues.length === 0) problems.set('', error.message)
  return { problems, typed }
}

/** The same for something that the page itself found. */
export function attemptWith(name: string, problem: string, typed: URLSearchParams): Attempt {
  return { problems: new Map([[name, problem]]), typed }
}

function inWords({ code, message }: Issue): string {
  if (message === 'Required') return 'Please answer this'
  return code === 'too_small' ? 'Please fill this in' : message
}

/** What went wrong, at the head of the page, where the focus goes; with links to the fields in question. */
export function summary({ problems }: Attempt, labels: Map<string, string>): Piece {
  if (problems.size === 0) return undefined
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
<h2>${problems.has('') ? 'Please note' : 'Please look at this again'}</h2>
<ul>${[...problems].map(([name, problem]) => {
    const label = labels.get(name)
    const place = label !== undefined && html`<a href="#${idOf(name)}">${label}</a>: `
    return html`<li dir="auto">${place}${problem}</li>`
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

/** One line to type in. */
export function input({ type = 'text', more, ...field }: InputField, attempt: Attempt): Html {
  const { name, label, required } = field
  const id = idOf(name)
  return html`<div class="${classOf(field, attempt)}">
<label for="${id}" dir="auto">${label}${optional(field)}</label>
${remarks(field, attempt)}
<input${attributes({
    id,
    name,
    type,
    value: attempt.typed.get(name),
    required,
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

/** One of several, or several of them. */
export function choices(
  type: 'radio' | 'checkbox',
  field: Field,
  options: Choice[],
  attempt: Attempt,
  chosen: string[] = [],
): Html {
  const { name, label } = field
  const taken = attempt.typed.has(name) ? attempt.typed.getAll(name) : chosen
  // No browser can be told that one of several boxes is required.
  const required = type === 'radio' && field.required
  const drawn = options.map(
    ({ value, label: text }) => html`<label dir="auto">
<input${attributes({ type, name, value, checked: taken.includes(value), required })}> <span>${text}</span></label>
`,
  )
  const described = attributes({ 'aria-describedby': describedBy(field, attempt) })
  return html`<fieldset class="${classOf(field, attempt)}" id="${idOf(name)}" tabindex="-1"${described}>
<legend dir="auto">${label}${optional(field)}</legend>
${remarks(field, attempt)}
<div class="choices">${drawn}</div>
</fieldset>`
}

function classOf({ name }: Field, { problems }: Attempt): string {
  return problems.has(name) ? 'field wrong' : 'field'
}

function optional({ required }: Field): Piece {
  return !required && html` <span class="optional">(optional)</span>`
}

function remarks({ name, hint }: Field, { problems }: Attempt): Piece {
  const id = idOf(name)
  const problem = problems.get(name)
  return [
    hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`,
    problem !== undefined &&
      html`<p class="problem" id="${id}-problem">
<span class="unseen">Error:</span> ${problem}</p>`,
  ]
}

function describedBy({ name, hint }: Field, { problems }: Attempt): string | undefined {
  const ids = [hint !== undefined && 'hint', problems.has(name) && 'problem'].filter(Boolean)
  return ids.length === 0 ? undefined : ids.map((part) => `${idOf(name)}-${part}`).join(' ')
}

/** A name may hold anything that somebody called a question; an id and a link to it hold no blanks. */
function idOf(name: string): string {
  return `f-${encodeURIComponent(name).replaceAll('%', '_')}`
}
