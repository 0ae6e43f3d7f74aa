import { readFileSync } from 'node:fs'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { identities } from '../../fixtures/identities.ts'
import { STYLESHEET } from './page.ts'
import { assetOf } from './steps/identity.ts'

interface Asset {
  contentType: string
  bytes(): Buffer
}

/** What the pages are dressed in: the same for everybody, so it may be kept, and no limit counts it. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLESHEET, asset('journey.css', 'text/css; charset=utf-8')],
  ['/s/assets/icon.svg', asset('icon.svg', 'image/svg+xml')],
  ...identities.map(({ id }): [string, Asset] => [
    assetOf(id),
    { contentType: 'image/jpeg', bytes: () => evidenceFor(id).images.front.bytes() },
  ]),
])

function asset(file: string, contentType: string): Asset {
  let bytes: Buffer | undefined
  return { contentType, bytes: () => (bytes ??= readFileSync(new URL(file, import.meta.url))) }
}
