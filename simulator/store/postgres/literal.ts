/** Writes a text as a literal, for statements that are sent together: those take no parameters. */
export function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
