import type { RegionName } from '../../target/target.ts'

/** A region and a mode, and a key of an organization there. */
export interface Plane {
  region: RegionName
  mode: 'test' | 'live'
  organization: string
  key: string
}

/** A plane as labels name it. */
export function describePlane({ region, mode }: Plane): string {
  return `in ${region}, ${mode}`
}
