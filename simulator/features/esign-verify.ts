import { publicPart } from '../esign/keys.ts'
import { verification } from '../esign/verify.ts'
import type { Ports } from '../ports.ts'
import { json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { publishedKeys, sealKeys } from './seal-keys.ts'
import { lookUp } from './signed-documents.ts'

/** The public check of a signed file, and the keys to do it offline: for anybody, each region from its own data. */
export function esignVerifyHandlers(ports: Ports): Record<string, Handler> {
  return {
    verifySignedDocument: {
      run: async ({ body, region }) => {
        const found = await lookUp(ports, region, (body as { sha256: string }).sha256)
        const [live, test] = (['live', 'test'] as const).map((mode) =>
          sealKeys(ports, { region, mode }),
        )
        return json(200, verification(found, { live: live!, test: test! }))
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
