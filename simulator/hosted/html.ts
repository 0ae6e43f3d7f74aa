/** Markup that is safe to write into a page. Only `html` creates it. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

// Exported as a type only, so that other files cannot create one.
export type { Html }

/** Values of a template; false, null and undefined write nothing. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/**
 * A template that escapes every value except markup from `html`. Use values in text or in quoted
 * attributes; raw values are not possible.
 */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.reduce((text, string, i) => text + written(values[i - 1]) + string))
}

/**
 * Attributes of an element, each after a space; `true` writes the name only, and false, null and
 * undefined nothing.
 */
export function attributes(
  given: Record<string, string | number | boolean | null | undefined>,
): Html {
  return html`${Object.entries(given).map(([name, value]) => {
    if (value === undefined || value === null || value === false) return undefined
    return value === true ? html` ${name}` : html` ${name}="${value}"`
  })}`
}

function written(value: Piece): string {
  if (value === undefined || value === null || value === false) return ''
  if (Array.isArray(value)) return value.map(written).join('')
  return value instanceof Html ? value.text : escape(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  // Characters that HTML forbids, such as NUL; browsers replace or drop them.
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\u{fffd}')
      .replace(/[&<>"']/g, (char) => ENTITIES[char]!)
  )
}
