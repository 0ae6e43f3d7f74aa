/** Control characters, line separators and marks that turn the direction of text around. */
// eslint-disable-next-line no-control-regex -- they are what is searched for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/**
 * Text of a document, safe in one line of a report: a name with a line break could otherwise write a
 * command for the CI service, or control the terminal.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
