import { publicPart } from './crypto/keys.ts'
import { type LookUp, statusOf, verification } from './crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import { json } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import { publishedKeys, sealKeys } from './seal-keys.ts'
import { lookUp } from './signed-documents.ts'

/** The public verification of a signed file, and the published keys. Each region uses its own data. */
export function esignVerifyHandlers(ports: Ports): Record<string, Handler> {
  return {
    verifySignedDocument: {
      run: async ({ body, region }) => {
        const { sha256 } = body as { sha256: string }
        const keys = {
          live: sealKeys(ports, { region, mode: 'live' }),
          test: sealKeys(ports, { region, mode: 'test' }),
        }
        const verifies = (one: LookUp) => statusOf(one, keys) === 'verified'
        return json(200, verification(await lookUp(ports, region, sha256, verifies), keys))
      },
    },
    listSealKeys: {
      run: async ({ region, now }) =>
        json(200, {
          keys: (await publishedKeys(ports, { region, mode: 'live' }, now)).map(publicPart),
        }),
    },
  }
}
