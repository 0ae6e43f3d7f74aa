/** PostgreSQL's text takes no NUL. U+0001 introduces an escape, so no two texts become one. */
export function storable(text: string): string {
  return text.includes('\0') || text.includes('\u0001')
    ? text.replaceAll('\u0001', '\u0001b').replaceAll('\0', '\u0001a')
    : text
}

export function restored(text: string): string {
  return text.includes('\u0001')
    ? text.replaceAll('\u0001a', '\0').replaceAll('\u0001b', '\u0001')
    : text
}

/**
 * Formats a text as a literal, for statements that are sent together and cannot have parameters.
 */
export function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
