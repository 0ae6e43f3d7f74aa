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
export type * from './types.ts'
