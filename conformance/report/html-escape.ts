import { printable } from '../text.ts'

/** Text of anybody, harmless in an element or an attribute in quotes. */
export function escape(text: string): string {
  return printable(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** An id of our own as the name of an element or a class. */
export function slug(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/g, '-')
}
