import { errors } from '../../spec/generated/errors.ts'

/** Error codes that the contract names. A service may have others (GAP-FURTHER-CODES). */
const STATED_CODES: ReadonlySet<string> = new Set(
  Object.values(errors)
    .filter(({ source }) => source === 'contract')
    .map(({ code }) => code),
)

export function isStatedCode(code: unknown): code is string {
  return typeof code === 'string' && STATED_CODES.has(code)
}

/** Returns the last of the contract's codes that the URL names, in any spelling; undefined if it names none. */
export function codeNamedBy(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { pathname, search, hash } = new URL(url)
  return `${pathname}${search}${hash}`
    .toLowerCase()
    .replaceAll('-', '_')
    .split(/[^a-z0-9_]+/)
    .findLast(isStatedCode)
}
