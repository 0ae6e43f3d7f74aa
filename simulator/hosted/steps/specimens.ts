import { CHECK_ERROR } from '../../features/sessions/capture.ts'

/** Placeholder pictures: the back, which is never served, and an empty table. */
export const BLANK = '/s/assets/blank.svg'

/** Returns the URL of a specimen picture. */
export function assetOf(
  specimen: string,
  picture: 'front' | 'unreadable' | 'selfie' = 'front',
): string {
  if (specimen === CHECK_ERROR) return BLANK
  return `/s/assets/specimens/${specimen}${picture === 'front' ? '' : `-${picture}`}.jpg`
}
