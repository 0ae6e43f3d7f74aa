import type { Issue } from '../call/errors.ts'
import { ApiError } from '../call/errors.ts'
import type { Branding } from '../world/world.ts'
import { LEAST_CONTRAST, LIGHT_BACKGROUND, contrast, onDark } from './contrast.ts'
import type { Reply } from './page.ts'

const COLOUR = /^#[0-9a-f]{6}$/i
const LOGO = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/
const SIGNATURES: Record<string, string> = { 'image/png': '89504e47', 'image/jpeg': 'ffd8ff' }

/**
 * Returns a style sheet for the organization, because the policy of the pages forbids inline
 * styles.
 * @throws {ApiError} resource_not_found
 */
export function accentStyle({ accent }: Branding): Reply {
  if (accent === undefined || !COLOUR.test(accent)) throw new ApiError('resource_not_found')
  const css = `:root { --accent: light-dark(${accent}, ${onDark(accent)}) }\n`
  return { status: 200, bytes: Buffer.from(css), contentType: 'text/css; charset=utf-8' }
}

/** @throws {ApiError} resource_not_found */
export function logoOf({ logo }: Branding): Reply {
  const [, contentType, base64] = LOGO.exec(logo ?? '') ?? []
  if (base64 === undefined) throw new ApiError('resource_not_found')
  return { status: 200, bytes: Buffer.from(base64, 'base64'), contentType: contentType! }
}

/**
 * Returns the problems that the schema cannot express: contrast of the accent, and logos that are
 * not images.
 */
export function brandingIssues(branding: unknown): Issue[] {
  const { accent, logo } = (branding ?? {}) as Record<string, unknown>
  const issues: Issue[] = []
  if (typeof accent === 'string' && COLOUR.test(accent)) {
    const ratio = contrast(accent, LIGHT_BACKGROUND)
    if (ratio < LEAST_CONTRAST)
      issues.push(
        issue(
          'accent',
          `Contrast with the pages' background is ${ratio.toFixed(1)}: expected at least ${LEAST_CONTRAST}; choose a darker colour`,
        ),
      )
  }
  const [, type, base64 = ''] = (typeof logo === 'string' && LOGO.exec(logo)) || []
  if (type !== undefined) {
    const head = Buffer.from(base64.slice(0, 16), 'base64').toString('hex')
    if (!head.startsWith(SIGNATURES[type]!))
      issues.push(issue('logo', `The data is not a ${type === 'image/png' ? 'PNG' : 'JPEG'} image`))
  }
  return issues
}

function issue(name: string, message: string): Issue {
  return { code: 'custom', path: ['branding', name], message, param: name }
}
