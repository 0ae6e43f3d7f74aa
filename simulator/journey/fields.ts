import type { ApiError, Issue } from '../service/errors.ts'
import { type Html, type Piece, html } from './html.ts'

/** What was wrong with what somebody sent, and what they had typed. Fields are named as in the call to the data plane. */
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
<h2>Please look at this again</h2>
<ul>${[...problems].map(([name, problem]) => {
    const label = labels.get(name)
    return html`<li dir="auto">${label === undefined ? problem : html`<a href="#${idOf(name)}">${label}</a>: ${problem}`}</li>`
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
  /** Further attributes, in quotes where they have a value. */
  more?: Html
}

/** One line to type in. */
export function input({ type = 'text', more, ...field }: InputField, attempt: Attempt): Html {
  const { name, label, required } = field
  const value = attempt.typed.get(name)
  return html`<div class="field${wrong(attempt, name) && ' wrong'}">
<label for="${idOf(name)}" dir="auto">${label}${optional(field)}</label>
${hints(field, attempt)}
<input id="${idOf(name)}" name="${name}" type="${type}"${value !== null && html` value="${value}"`}${required && html` required`}${described(field, attempt)} ${more}>
</div>`
}

interface Choice { value: string, label: Piece }

/** One of several, or several of them. */
export function choices(type: 'radio' | 'checkbox', field: Field, options: Choice[], attempt: Attempt,
  chosen: string[] = []): Html {
  const { name, label, required } = field
  const taken = attempt.typed.has(name) ? attempt.typed.getAll(name) : chosen
  return html`<fieldset class="field${wrong(attempt, name) && ' wrong'}" id="${idOf(name)}"${described(field, attempt)} tabindex="-1">
<legend dir="auto">${label}${optional(field)}</legend>
${hints(field, attempt)}
<div class="choices">${options.map(({ value, label: text }) => html`<label dir="auto"><input type="${type}" name="${name}" value="${value}"${taken.includes(value) && html` checked`}${type === 'radio' && required && html` required`}> <span>${text}</span></label>
`)}</div>
</fieldset>`
}

function optional({ required }: Field): Piece {
  return !required && html` <span class="optional">(optional)</span>`
}

function hints({ name, hint }: Field, { problems }: Attempt): Piece {
  const problem = problems.get(name)
  return html`${hint !== undefined && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}${problem !== undefined &&
    html`<p class="problem" id="${idOf(name)}-problem"><span class="unseen">Error:</span> ${problem}</p>`}`
}

function described(field: Field, attempt: Attempt): Piece {
  const id = idOf(field.name)
  const by = [field.hint !== undefined && `${id}-hint`, wrong(attempt, field.name) && `${id}-problem`].filter(Boolean)
  return html`${by.length > 0 && html` aria-describedby="${by.join(' ')}"`}${wrong(attempt, field.name) && html` aria-invalid="true"`}`
}

function wrong({ problems }: Attempt, name: string): boolean {
  return problems.has(name)
}

/** A name may hold anything that somebody called a question; an id and a link to it hold no blanks. */
function idOf(name: string): string {
  return `f-${encodeURIComponent(name).replaceAll('%', '_')}`
}
