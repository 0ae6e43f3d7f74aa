import { printable } from '../text.ts'

/** Escapes untrusted text for an element or a quoted attribute. */
export function escape(text: string): string {
  return printable(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Returns an id of the suite as the name of an element or a class. */
export function slug(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/g, '-')
}
