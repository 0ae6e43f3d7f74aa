/** Whether a text has at most this number of code points, which is how JSON Schema counts. */
export function isAtMost(text: string, characters: number): boolean {
  return text.length <= characters || characterCount(text) <= characters
}

export function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}
