/** Node's own functions, read at the import: the tests of a caller may replace the global ones by fake timers. */
export const { setImmediate, clearImmediate } = globalThis
