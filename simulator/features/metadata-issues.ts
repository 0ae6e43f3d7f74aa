import { limits } from '../../spec/generated/limits.ts'
import type { Call } from '../call/call.ts'
import type { Issue } from '../call/errors.ts'
import { memberText, memberTexts } from '../call/json-text.ts'
import { isAtMost } from './forms/rules/text-length.ts'

/**
 * Judges metadata with repeated keys: all of it is stored as sent, but the schema sees only the last value of a key
 * (GAP-METADATA-BOUNDS). Also called on bodies that the schema refused.
 */
export function metadataIssues({ body, bodyText }: Call): Issue[] {
  const { metadata } = (body ?? {}) as { metadata?: unknown }
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return []
  const members = memberTexts(memberText(bodyText, 'metadata')!)
  if (members.length === new Set(members.map(({ name }) => name)).size) return []
  const [keys, length] = [limits.metadata_keys_max.value, limits.metadata_string_length_max.value]
  const isTooLong = ({ text }: { text: string }): boolean =>
    text.startsWith('"') && !isAtMost(JSON.parse(text) as string, length)
  const messages = [
    ...(members.length > keys ? [`Expected at most ${keys} keys, repeated ones included`] : []),
    ...(members.some(isTooLong)
      ? [`Expected at most ${length} characters in each value of a repeated key`]
      : []),
  ]
  return messages.map((message) => ({
    code: 'too_big',
    path: ['metadata'],
    message,
    param: 'metadata',
  }))
}
