import type { JourneyMessages } from '../messages/en/journey.ts'
import type { Issue } from '../core/errors.ts'
import { type Child, h, idOf } from './dom.ts'

/** Problems by the name of their field. */
export type Problems = ReadonlyMap<string, string>

/** No problems. */
export const NONE: Problems = new Map()

/** Name of the field for a date of birth, and its path in errors of the service. */
export const BIRTH_DATE = 'applicant.dateOfBirth'

/** One input of a form. */
export interface Field {
  name: string
  label: string
  required?: boolean
  hint?: string | undefined
}

interface Drawing {
  messages: JourneyMessages
  problems: Problems
}

type InputType = 'text' | 'email' | 'tel' | 'number' | 'date'

/** Draws an input with its label, hint and problem. */
export function input(
  field: Field,
  type: InputType,
  drawing: Drawing,
  more: Record<string, string | number | boolean> = {},
): HTMLElement {
  const { name, required } = field
  const { problems } = drawing
  return h(
    'div',
    { class: problems.has(name) ? 'field wrong' : 'field' },
    h('label', { for: idOf(name) }, h('bdi', {}, field.label), optional(field, drawing)),
    remarks(field, drawing),
    h('input', {
      id: idOf(name),
      name,
      type,
      required,
      dir: 'auto',
      'aria-describedby': describedBy(field, drawing),
      'aria-invalid': problems.has(name) && 'true',
      ...more,
    }),
  )
}

/**
 * A file input with our own label: the browser's button is in the language of the browser. A file
 * can also be dropped on the field. Chromium does not accept it on an input in a shadow root, and
 * browsers open a file that is dropped elsewhere in place of the page.
 */
export function fileInput(
  field: Field,
  accept: string,
  drawing: Drawing & { problems: Problems },
): HTMLElement {
  const { name } = field
  const { problems, messages } = drawing
  const chosen = h('output', { for: idOf(name), dir: 'auto' })
  const showName = (): void => void (chosen.textContent = file.files?.[0]?.name ?? '')
  const file = h('input', {
    id: idOf(name),
    name,
    type: 'file',
    accept,
    class: 'unseen',
    'aria-labelledby': `${idOf(name)}-label`,
    'aria-describedby': describedBy(field, drawing),
    'aria-invalid': problems.has(name) && 'true',
    onchange: showName,
  })
  return h(
    'div',
    {
      class: problems.has(name) ? 'field wrong' : 'field',
      ondragover: (event: DragEvent) => event.preventDefault(),
      ondrop: (event: DragEvent) => {
        event.preventDefault()
        file.files = event.dataTransfer?.files ?? null
        showName()
      },
    },
    h('p', { class: 'label', id: `${idOf(name)}-label` }, field.label),
    remarks(field, drawing),
    h('label', { class: 'file' }, file, messages.chooseFile),
    chosen,
  )
}

/** A choice of one or several options. */
export function choices(
  type: 'radio' | 'checkbox',
  field: Field,
  options: { value: string; label: string }[],
  drawing: Drawing,
): HTMLElement {
  const { name, required } = field
  return h(
    'fieldset',
    {
      class: drawing.problems.has(name) ? 'field wrong' : 'field',
      id: idOf(name),
      tabindex: -1,
      'aria-describedby': describedBy(field, drawing),
    },
    h('legend', {}, h('bdi', {}, field.label), optional(field, drawing)),
    remarks(field, drawing),
    options.map(({ value, label }) =>
      h(
        'label',
        { class: 'choice' },
        // HTML has no attribute for a group of checkboxes of which one is required.
        h('input', { type, name, value, required: type === 'radio' && required }),
        h('bdi', {}, label),
      ),
    ),
  )
}

/** Error summary above the form, with links to the fields; takes the focus. */
export function summary(
  problems: Problems,
  labels: ReadonlyMap<string, string>,
  messages: JourneyMessages,
): HTMLElement | undefined {
  if (problems.size === 0) return undefined
  return h(
    'div',
    { class: 'problems', role: 'alert', tabindex: -1 },
    h('h3', {}, messages.problems),
    h(
      'ul',
      {},
      // In the order of the fields, to correct them from top to bottom.
      [...new Set([...labels.keys(), ...problems.keys()])].map((name) => {
        const problem = problems.get(name)
        if (problem === undefined) return undefined
        const label = labels.get(name)
        return h('li', {}, label !== undefined && [jump(name, label), ': '], problem)
      }),
    ),
  )
}

/** Focuses a field in the shadow root: a plain fragment would search the embedding page. */
function jump(name: string, label: string): HTMLElement {
  return h(
    'a',
    {
      href: `#${idOf(name)}`,
      dir: 'auto',
      onclick: (event: Event) => {
        event.preventDefault()
        const root = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot
        root.getElementById(idOf(name))?.focus()
      },
    },
    label,
  )
}

/** Returns problems by field, in the language of the page; messages of the service are English. */
export function problemsOf(issues: readonly Issue[], messages: JourneyMessages): Problems {
  return new Map(issues.map((issue) => [issue.path.join('.'), inWords(issue, messages)]))
}

function inWords({ code, message, path }: Issue, messages: JourneyMessages): string {
  if (path[0] === 'images') return messages.problemImage
  if (message === 'Required' || code === 'too_small') return messages.problemRequired
  if (path.join('.') === BIRTH_DATE) return messages.problemBirthDate
  return code === 'too_big' ? messages.problemTooLong : messages.problemInvalid
}

function optional({ required }: Field, { messages }: Drawing): Child {
  return !required && [' ', h('span', { class: 'optional' }, messages.optional)]
}

function remarks({ name, hint }: Field, { problems, messages }: Drawing): Child {
  const problem = problems.get(name)
  return [
    hint !== undefined && h('p', { class: 'hint', id: `${idOf(name)}-hint` }, hint),
    problem !== undefined &&
      h(
        'p',
        { class: 'problem', id: `${idOf(name)}-problem` },
        h('span', { class: 'unseen' }, messages.error, ' '),
        problem,
      ),
  ]
}

function describedBy({ name, hint }: Field, { problems }: Drawing): string | undefined {
  const ids = [hint !== undefined && 'hint', problems.has(name) && 'problem'].filter(Boolean)
  return ids.length === 0 ? undefined : ids.map((part) => `${idOf(name)}-${part}`).join(' ')
}
