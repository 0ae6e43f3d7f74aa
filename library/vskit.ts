// The package's main entry: `import { createSimulator, verifyWebhook } from 'vskit'`.
export { createSimulator } from './create.ts'
export { connectSimulator } from './connect.ts'
export { SimulatorError } from './errors.ts'
export {
  InvalidWebhookError,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.ts'
export type * from './types/simulator.ts'
export type * from './types/options.ts'
export type * from './types/sessions.ts'
export type * from './types/webhooks.ts'
export type * from './types/requests.ts'
export type {
  ApplicantInput,
  Mode,
  Region,
  Session,
  SessionCreate,
  SessionSummary,
  WebhookEventType,
} from '../spec/generated/wire.ts'
