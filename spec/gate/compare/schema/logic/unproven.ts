/** A proof failed: a keyword is not expressed, or the schemas are too large. */
export class Unproven extends Error {}
