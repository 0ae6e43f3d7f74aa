import { accountStates } from './accounts.ts'
import { documentStates } from './documents.ts'
import { formStates } from './forms.ts'
import { imageStates } from './images.ts'
import { logStates } from './logs.ts'
import { screeningStates } from './screening.ts'
import { sessionStates } from './sessions.ts'
import { signingStates } from './signing.ts'
import type { ProviderState } from './state.ts'
import { webhookStates } from './webhooks.ts'

/** All provider states of the simulator, by name. */
export const STATES: Readonly<Record<string, ProviderState>> = {
  ...accountStates,
  ...sessionStates,
  ...imageStates,
  ...formStates,
  ...screeningStates,
  ...webhookStates,
  ...logStates,
  ...documentStates,
  ...signingStates,
}
