import { walk } from '../../http/json.ts'

/** Names of members that hold personal data, whatever their spelling. */

export const NAMES: ReadonlySet<string> = new Set([
  'familyname',
  'givennames',
  'firstname',
  'middlename',
  'lastname',
  'fullname',
  'legalname',
  'localizedname',
  'namesuffix',
])
export const CONTACTS: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'phone',
  'phonenumber',
  'postaladdress',
])
export const SIGNERS: ReadonlySet<string> = new Set(['signername', 'signedby', 'typedname'])
export const PERSONAL: ReadonlySet<string> = new Set([
  ...NAMES,
  ...CONTACTS,
  'dateofbirth',
  'birthdate',
  'documentnumber',
])

/** Returns a name in lower case and without the characters that spellings differ in. */
export function plainName(name: unknown): string {
  return String(name).toLowerCase().replaceAll(/[_-]/g, '')
}

/** Returns the paths of texts that are in, or below, a member with one of the names. */
export function membersIn(value: unknown, names: ReadonlySet<string>): string[] {
  return walk(value)
    .filter(
      ({ value: one, path }) =>
        typeof one === 'string' && one !== '' && path.some((name) => names.has(plainName(name))),
    )
    .map(({ path }) => path.join('.'))
    .toArray()
}
