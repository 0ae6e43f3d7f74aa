/** The part of WebAssembly that is used; its declarations are in the library of browsers. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    /** Sizes are in pages of 64 KiB. */
    constructor(size: { initial: number; maximum: number })
    grow(pages: number): number
  }
}
