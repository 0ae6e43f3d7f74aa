import { json } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import type { Mode, Organization } from '../../world/world.ts'

/** The account's wallet. Billing never refuses this read, since it shows why other requests are refused (BIL-009). */
export function walletHandlers(): Record<string, Handler> {
  return {
    retrieveWallet: {
      run: ({ credential }) =>
        json(200, { data: walletView(credential.organization, credential.mode) }),
    },
  }
}

/** Test mode has no wallet (PLN, GAP-WALLET). */
function walletView({ wallet }: Organization, mode: Mode) {
  if (mode === 'test' || wallet.status === 'absent')
    return { currency: null, balance_minor: null, status: 'absent' }
  return { currency: wallet.currency, balance_minor: wallet.balance_minor, status: wallet.status }
}
