/** Removed fields, and their replacements. */
const REMOVED = {
  first_name: 'Send given_names, an array of strings.',
  middle_name: 'Send given_names, an array of strings.',
  last_name: 'Send family_name, a string.',
  legal_name: 'Send family_name, a string, and given_names, an array of strings.',
  full_name: 'Send family_name, a string, and given_names, an array of strings.',
}

/**
 * Returns the issues of an object.
 * @param fields by name, a function that gives its issues: `(value, path) => issues`
 */
export function issuesOf(value, fields, path = [], required = []) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [issue('invalid_type', path, 'Expected an object.')]
  const issues = []
  for (const name of required) {
    if (!Object.hasOwn(value, name))
      issues.push(issue('required', [...path, name], `${name} is required.`))
  }
  for (const [name, one] of Object.entries(value)) {
    if (Object.hasOwn(fields, name)) issues.push(...fields[name](one, [...path, name]))
    else issues.push(unknown(name, fields, path))
  }
  return issues
}

export function issue(code, path, message) {
  const param = path.findLast((part) => typeof part === 'string')
  return { code, path, message, ...(param && { param }) }
}

export const text =
  (least, most, form = /^/) =>
  (value, path) =>
    typeof value === 'string' && value.length >= least && value.length <= most && form.test(value)
      ? []
      : [
          issue(
            'invalid_string',
            path,
            `Expected ${least} to ${most} characters in the expected format.`,
          ),
        ]

export const listOf = (most, each) => (value, path) =>
  Array.isArray(value) && value.length <= most
    ? value.flatMap((one, i) => each(one, [...path, i]))
    : [issue('invalid_list', path, `Expected an array of at most ${most}.`)]

export const oneOf =
  (...values) =>
  (value, path) =>
    values.includes(value) ? [] : [issue('invalid_value', path, `Expected ${values.join(', ')}.`)]

function unknown(name, fields, path) {
  const near = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const advice = Object.hasOwn(fields, near)
    ? `Did you mean ${near}?`
    : (REMOVED[name] ?? 'Unknown field.')
  return { code: 'unrecognized_keys', path, message: `${name}: ${advice}`, keys: [name] }
}
