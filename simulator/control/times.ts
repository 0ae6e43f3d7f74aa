import formats from 'ajv-formats/dist/formats.js'

const isDateTime = (formats.fullFormats['date-time'] as { validate: (text: string) => boolean })
  .validate

/** Whether a time has the form that the schema asks for and the platform cannot count with it: a leap second. */
export function isUncountable(time: string): boolean {
  return isDateTime(time) && Number.isNaN(Date.parse(time))
}
