/**
 * Breaks text at spaces, and breaks words that are wider than the line.
 * @param measure width of a part between two spaces, or of a space; the width of a line is the sum
 * of its parts
 */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const space = measure(' ')
  const lines: string[] = []
  let [line, taken] = ['', 0]
  for (const word of text.split(' ')) {
    const wide = measure(word)
    if ((line === '' && wide <= width) || (line !== '' && taken + space + wide <= width)) {
      ;[line, taken] = line === '' ? [word, wide] : [`${line} ${word}`, taken + space + wide]
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wide <= width ? [word] : broken(word, width, measure)
    line = pieces.pop()!
    taken = measure(line)
    lines.push(...pieces)
  }
  return [...lines, line]
}

/** Breaks a word between characters into as few pieces as the width allows. */
function broken(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
