import { readFileSync } from 'node:fs'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { identities } from '../../fixtures/identities.ts'
import { FRAME_SCRIPT } from './frame/frame-page.ts'
import { SCRIPT, STYLESHEET } from './page.ts'
import { BLANK, assetOf } from './steps/specimens.ts'

interface Asset {
  contentType: string
  bytes(): Buffer
}

/** Styles and scripts of the pages: the same for all users, so cacheable and not rate-limited. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLESHEET, asset('hosted-pages.css', 'text/css; charset=utf-8')],
  [FRAME_SCRIPT, asset('frame/frame.js', 'text/javascript; charset=utf-8')],
  [SCRIPT, asset('browser/hosted.js', 'text/javascript; charset=utf-8')],
  // Both scripts import these.
  ...['connection', 'repeated-clicks'].map((name): [string, Asset] => [
    `/s/assets/${name}.js`,
    asset(`browser/${name}.js`, 'text/javascript; charset=utf-8'),
  ]),
  [BLANK, asset('blank.svg', 'image/svg+xml')],
  ['/s/assets/icon.svg', asset('icon.svg', 'image/svg+xml')],
  ...identities.flatMap(({ id }): [string, Asset][] => [
    [assetOf(id), photo(id, 'front')],
    [assetOf(id, 'unreadable'), photo(id, 'front_unreadable')],
    [assetOf(id, 'selfie'), photo(id, 'selfie')],
  ]),
])

function asset(file: string, contentType: string): Asset {
  let bytes: Buffer | undefined
  return { contentType, bytes: () => (bytes ??= readFileSync(new URL(file, import.meta.url))) }
}

function photo(id: string, picture: 'front' | 'front_unreadable' | 'selfie'): Asset {
  return { contentType: 'image/jpeg', bytes: () => evidenceFor(id).images[picture].bytes() }
}
