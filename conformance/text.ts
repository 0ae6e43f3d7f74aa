/** Formats text for people. */

/**
 * Makes untrusted text safe for a terminal: control characters are shown as escapes, line feeds and
 * tabs stay.
 */
export function printable(text: string): string {
  // Format characters, the bidirectional ones for instance, can make a line read as another one.
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  )
}

export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length)
    })
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

export function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n')
}

/** Formats a value for a message, in one line. */
export function shown(value: unknown, longest = 300): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > longest ? `${beginning(text, longest)}…` : text
}

/** Returns at most the first characters, as a copy: a slice of a text keeps the whole text in memory. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
}

/** Formats a value for a report that other programs read, in one line. */
export function shownWhole(value: unknown): string {
  return shown(value, 4000)
}

/** Characters that the shells of POSIX and of Windows do not treat specially. */
const PLAIN = { posix: /^[\w@%+=:,./-]+$/, win32: /^[\w@+:./\\-]+$/ } as const

/** Returns a text, such as the name of a file, as one word of a command that a user can copy. */
export function shellWord(text: string, platform: string = process.platform): string {
  // A name of a file on Windows contains no quotation mark.
  if (platform === 'win32') return PLAIN.win32.test(text) ? text : `"${text}"`
  return PLAIN.posix.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `postal_code` as `postalCode`: names in the JSON of browsers and webhooks. */
export function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `postalCode` as `postal_code`: names in the JSON of requests. */
export function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
