/** Calling codes and national prefixes by country. A real service uses a library. */
const COUNTRIES = { GB: ['44', '0'], DE: ['49', '0'], FR: ['33', '0'], US: ['1', ''] }

/**
 * Converts a phone number to E.164; undefined if it is invalid. The region of Accept-Language gives
 * the country.
 */
export function normalized(phone, headers) {
  if (typeof phone !== 'string' || !/^[+\d][\d ().-]*$/.test(phone)) return undefined
  // In +44 (0)20, the national prefix is not part of the number.
  const digits = phone.replace(/^(\+.*)\(0\)/, '$1').replaceAll(/\D/g, '')
  if (phone.startsWith('+')) return complete(digits)
  const region = /\b[a-z]{2,3}-([A-Z]{2})\b/.exec(headers['accept-language'] ?? '')?.[1]
  const [code, trunk] = COUNTRIES[region] ?? []
  if (code === undefined) return undefined
  return complete(code + (digits.startsWith(trunk) ? digits.slice(trunk.length) : digits))
}

function complete(digits) {
  return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : undefined
}
