import { CHECK_ERROR } from '../../features/sessions/capture.ts'

/** A picture of no document: the back, which is never served, and what lies on an empty table. */
export const BLANK = '/s/assets/blank.svg'

/** Where a picture of a specimen is. */
export function assetOf(
  specimen: string,
  picture: 'front' | 'unreadable' | 'selfie' = 'front',
): string {
  if (specimen === CHECK_ERROR) return BLANK
  return `/s/assets/specimens/${specimen}${picture === 'front' ? '' : `-${picture}`}.jpg`
}
