import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { Issue } from '../call/errors.ts'
import { unknownKeysMessage } from './unknown-keys.ts'
import { toIssue, messageOfSchema, withParam, pathOf, kindOf } from './issue.ts'

/** Returns every problem of a value under its schema, in the contract's form (VAL). */
export function issuesOf(validate: ValidateFunction, value: unknown): Issue[] {
  if (validate(value)) return []
  const issues = toIssues(validate.errors ?? [])
  // Reports the first problem even if it was filtered as unhelpful: an invalid value must never
  // look valid.
  return issues.length > 0
    ? issues
    : [{ code: 'custom', path: [], message: 'Matches none of the accepted forms' }]
}

export function toIssues(errors: ErrorObject[]): Issue[] {
  const all = byPlace(errors)
  const unknown = new Map<string, { error: ErrorObject; keys: string[] }>()
  const issues: Issue[] = []
  const unions = new Set(errors.filter(hasOwnMessage).map(({ instancePath }) => instancePath))
  const tooLong = new Set(
    errors.filter(({ keyword }) => keyword === 'maxItems').map(({ instancePath }) => instancePath),
  )
  for (const error of errors) {
    if (unions.size > 0 && isOfBranch(error, unions)) continue
    if (error.keyword === 'not' && isOfWrongType(all.get(error.instancePath)!)) continue
    if (isOfOtherBranch(error, all.get(error.instancePath)!)) continue
    if (error.keyword === 'enum' && isOfWrongType(all.get(error.instancePath)!)) continue
    if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
      const at = unknown.get(error.instancePath) ?? { error, keys: [] }
      at.keys.push(String(error.params.additionalProperty ?? error.params.unevaluatedProperty))
      unknown.set(error.instancePath, at)
    } else if (hasOwnMessage(error)) {
      if (!tooLong.has(error.instancePath))
        issues.push(withParam('invalid_type', pathOf(error), messageOfSchema(error)!))
    } else if (!isFrame(error) && !isNullBranch(error, all.get(error.instancePath)!))
      issues.push(toIssue(error))
  }
  for (const { error, keys } of unknown.values()) {
    // Each branch of a union reports the same key.
    const once = [...new Set(keys)]
    const message = unknownKeysMessage(once, error.parentSchema)
    issues.push({ code: 'unrecognized_keys', path: pathOf(error), keys: once, message })
  }
  return withoutRepeats(issues)
}

/** Whether a type error of a branch is irrelevant, because another branch of the union accepts the type. */
function isOfOtherBranch({ keyword, data }: ErrorObject, samePlace: ErrorObject[]): boolean {
  return (
    keyword === 'type' &&
    samePlace.some(
      (frame) =>
        (frame.keyword === 'oneOf' || frame.keyword === 'anyOf') &&
        (frame.schema as { type?: unknown }[]).some(({ type }) => type === kindOf(data)),
    )
  )
}

/** Whether a union has its own message, which replaces the errors of its branches. */
function hasOwnMessage(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' && messageOfSchema(error) !== undefined
}

/** Whether an error is in a branch of such a union. The length of a list is still reported. */
function isOfBranch(error: ErrorObject, unions: Set<string>): boolean {
  const { keyword, instancePath } = error
  if (unions.has(instancePath)) return keyword !== 'maxItems' && !hasOwnMessage(error)
  for (
    let slash = instancePath.lastIndexOf('/');
    slash > 0;
    slash = instancePath.lastIndexOf('/', slash - 1)
  ) {
    if (unions.has(instancePath.slice(0, slash))) return true
  }
  return false
}

/** Whether the type is wrong, which makes other errors at the same path irrelevant. */
function isOfWrongType(samePlace: ErrorObject[]): boolean {
  return samePlace.some((error) => error.keyword === 'type' && !isNullBranch(error, samePlace))
}

/** Keywords whose branches report their errors separately. */
function isFrame({ keyword, params }: ErrorObject): boolean {
  if (keyword === 'oneOf') return (params as { passingSchemas?: unknown }).passingSchemas == null
  return keyword === 'if' || keyword === 'anyOf' || keyword === 'propertyNames'
}

/** Whether an error is "Expected null" from a union in which null is one of several allowed values. */
function isNullBranch(error: ErrorObject, samePlace: ErrorObject[]): boolean {
  return (
    error.keyword === 'type' &&
    error.params.type === 'null' &&
    samePlace.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  )
}

function byPlace(errors: ErrorObject[]): Map<string, ErrorObject[]> {
  const places = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const known = places.get(error.instancePath)
    if (known) known.push(error)
    else places.set(error.instancePath, [error])
  }
  return places
}

/** Branches of a union report the same problem once each. */
function withoutRepeats(issues: Issue[]): Issue[] {
  const seen = new Set<string>()
  return issues.filter((issue) => {
    const text = JSON.stringify(issue)
    return !seen.has(text) && seen.add(text)
  })
}
