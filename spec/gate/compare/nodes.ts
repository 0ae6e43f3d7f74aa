import type { Location } from '../judgement.ts'
import { atHomeOf, homeOf, isMembers, type Json, type Members } from '../load/parse.ts'

/** A place of the contract as a location. */
export function at(node: object, suffix: string, side: Location['side']): Location {
  const { file, pointer } = homeOf(node)
  return { file, pointer: pointer + suffix, side }
}

export function sub(location: Location, suffix: string): Location {
  return { ...location, pointer: location.pointer + suffix }
}

export function members(value: Json | undefined): Members | undefined {
  return isMembers(value) ? value : undefined
}

/** A member of an object; an empty object at the same place if it has none. */
export function memberOf(owner: Members, key: string): Members {
  return members(owner[key]) ?? atHomeOf(owner, {})
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
