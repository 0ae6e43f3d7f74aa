import type { SdkStep } from '../../../spec/generated/wire.ts'
import { LONGEST_TYPED_NAME } from '../../features/signing/rules/typed-name.ts'
import { type Reply, redirectTo } from '../page.ts'
import type { Visit } from '../visit.ts'
import { actionOf } from './step.ts'

type SigningStep = Pick<SdkStep, 'id'>

const COOKIE = 'vskit_typed_name'
/** Two bytes for most characters: a cookie of the longest name has 3,200 bytes, of the 4,096 that browsers keep. */
const ENCODING = 'utf16le'
/** Lifetime of the cookie in seconds. */
const LIFETIME = 1800

/** Returns why a typed name cannot be reviewed: the same rule and message as at signing. */
export function nameProblem(visit: Visit, { id }: SigningStep, name: string): string | undefined {
  const { problemRequired, problemName } = visit.words.signing
  if (name === '') return problemRequired
  if (Array.from(name).length > LONGEST_TYPED_NAME) return problemName
  return visit.isSigner(id, name) ? undefined : problemName
}

/**
 * Redirects to the review page. The typed name is kept in a cookie for that page: a URL would be
 * in the browser history and in logs, and the session would show it to everyone with the link.
 */
export function rememberName(visit: Visit, step: SigningStep, name: string): Reply {
  const value = Buffer.from(name, ENCODING).toString('base64url')
  return withCookie(visit, step, value, LIFETIME, redirectTo(actionOf(visit, step, 'review')))
}

/** Removes the cookie. */
export function forgetName(visit: Visit, step: SigningStep, reply: Reply): Reply {
  return withCookie(visit, step, '', 0, reply)
}

/** Returns the name to review; undefined without a cookie, or if the name on record has changed. */
export function rememberedName(
  visit: Visit,
  { id }: SigningStep,
  cookies = '',
): string | undefined {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookies)?.[1]
  if (value === undefined) return undefined
  const name = Buffer.from(value, 'base64url').toString(ENCODING)
  return visit.isSigner(id, name) ? name : undefined
}

function withCookie(
  visit: Visit,
  step: SigningStep,
  value: string,
  seconds: number,
  { headers = [], ...reply }: Reply,
): Reply {
  const path = `Path=${actionOf(visit, step)}; Max-Age=${seconds}`
  const secure = visit.address?.startsWith('https:') ? '; Secure' : ''
  const cookie = `${COOKIE}=${value}; ${path}; SameSite=Lax; HttpOnly${secure}`
  return { ...reply, headers: [...headers, 'Set-Cookie', cookie] }
}
