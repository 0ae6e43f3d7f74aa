/** Types for the part of `bidi-js` that is used here; the package has none. */
declare module 'bidi-js' {
  interface Levels {
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels
    /** Mirrored character, such as `)` for `(`; null if there is none. */
    getMirroredCharacter(character: string): string | null
  }
}
