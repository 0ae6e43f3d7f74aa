/**
 * Formats a text as a literal, for statements that are sent together and cannot have parameters.
 */
export function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
