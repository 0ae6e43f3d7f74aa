/** A proof failed: a keyword is not expressed, or the schemas are too large. */
export class Unproven extends Error {}

/** Schemas inside of each other in one proof. More would exceed the call stack. */
export const MOST_DEPTH = 200
