import { type PublicSealKey, type SealKey, publicPart } from '../../features/signing/crypto/keys.ts'
import { type KeyPlace, allKeys, moveKey, rotateKey } from '../../features/signing/seal-keys.ts'
import type { Ports } from '../../ports.ts'
import { json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'

/** Sealing keys without private parts, including those of test mode, which no public route shows. */
export function sealKeyHandlers(ports: Ports): Record<string, Handler> {
  return {
    listAllSealKeys: {
      run: () => json(200, { data: allKeys(ports).map(({ place, key }) => keyView(place, key)) }),
    },
    rotateSealKey: {
      run: async (call) => {
        const place = call.body as KeyPlace
        return json(201, { data: keyView(place, await rotateKey(ports, place, call.now)) })
      },
    },
    retireSealKey: { run: (call) => move(ports, call, 'retired') },
    revokeSealKey: { run: (call) => move(ports, call, 'revoked') },
  }
}

async function move(ports: Ports, { params }: Call, to: 'retired' | 'revoked') {
  const found = allKeys(ports).find(({ key }) => key.kid === params.kid)
  if (!found) throw new ApiError('resource_not_found')
  if (!(await moveKey(ports, found.key, to))) {
    throw new ApiError(
      'illegal_transition',
      { status: found.key.status, trigger: to },
      'This seal key is revoked, which is permanent.',
    )
  }
  return json(200, { data: keyView(found.place, found.key) })
}

function keyView({ region, mode }: KeyPlace, key: SealKey): KeyPlace & PublicSealKey {
  return { region, mode, ...publicPart(key) }
}
