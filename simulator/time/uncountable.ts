import formats from 'ajv-formats/dist/formats.js'

const isDateTime = (formats.fullFormats['date-time'] as { validate: (text: string) => boolean })
  .validate

/**
 * Returns whether the schema accepts a time that the platform cannot represent: a leap second, or an offset without
 * minutes such as `+05`.
 */
export function isUncountable(time: string): boolean {
  return isDateTime(time) && Number.isNaN(Date.parse(time))
}

/** Returns whether a text is a time that the platform can represent. */
export function isTime(text: string): boolean {
  return isDateTime(text) && !isUncountable(text)
}
