import { walk } from '../../http/json.ts'

/** Extraction from a scan of one of several images. */
export interface Extraction {
  image: number
  data: unknown
}

/**
 * Returns the fields whose value depends on the image: each image always has the same value, and
 * not all images have the same. Fields that vary from scan to scan do not depend on it.
 * @returns paths such as `holder.surname`
 */
export function fieldsOfImage(extractions: readonly Extraction[]): string[] {
  const read = extractions.map(({ image, data }) => ({ image, values: valuesIn(data) }))
  const fields = new Set(read.flatMap(({ values }) => [...values.keys()]))
  return [...fields].filter((field) => {
    const perImage = Map.groupBy(read, ({ image }) => image)
    const seen = [...perImage.values()].map(
      (scans) => new Set(scans.map(({ values }) => values.get(field))),
    )
    return seen.every(({ size }) => size === 1) && new Set(seen.flatMap((one) => [...one])).size > 1
  })
}

/** Returns each value that is neither an object nor an array, as JSON. */
function valuesIn(data: unknown): Map<string, string> {
  const values = new Map<string, string>()
  for (const { path, value } of walk(data))
    if (value !== undefined && (typeof value !== 'object' || value === null))
      values.set(path.join('.'), JSON.stringify(value))
  return values
}
