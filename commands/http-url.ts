import { InvalidArgumentError } from 'commander'

/** Returns the parser of an option whose value is a URL. @param expected for the error message */
export function httpUrl(expected: string): (text: string) => string {
  return (text) => {
    const url = URL.parse(text)
    if (url && ['http:', 'https:'].includes(url.protocol)) return text
    throw new InvalidArgumentError(`Expected ${expected}, got '${text}'.`)
  }
}
