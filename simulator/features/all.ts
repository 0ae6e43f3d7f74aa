import type { Handler } from '../service/call.ts'
import type { Ports } from '../ports.ts'
import { applicantHandlers } from './applicants.ts'
import { dataSubjectRequestHandlers } from './data-subject-requests.ts'
import { esignVerifyHandlers } from './esign-verify.ts'
import { idScanHandlers } from './id-scan.ts'
import { imageHandlers } from './images.ts'
import { openapiDocumentHandlers } from './openapi-document.ts'
import { reportHandlers } from './report.ts'
import { sdkEnvelopeHandlers } from './sdk-envelopes.ts'
import { sdkSessionHandlers } from './sdk-session.ts'
import { sdkStepHandlers } from './sdk-steps.ts'
import { sessionActionHandlers } from './session-actions.ts'
import { sessionHandlers } from './sessions.ts'
import { tokenHandlers } from './tokens.ts'
import { walletHandlers } from './wallet.ts'
import { webhookEventHandlers } from './webhook-events.ts'
import { webhookSubscriptionHandlers } from './webhook-subscriptions.ts'
import { workflowTemplateHandlers } from './workflow-templates.ts'

/** Every operation of the public contract that is built. */
export function publicHandlers(ports: Ports, document: object): Record<string, Handler> {
  return {
    ...sessionHandlers(ports),
    ...sessionActionHandlers(ports),
    ...tokenHandlers(ports),
    ...sdkSessionHandlers(ports),
    ...sdkStepHandlers(ports),
    ...sdkEnvelopeHandlers(ports),
    ...applicantHandlers(ports),
    ...imageHandlers(ports),
    ...reportHandlers(ports),
    ...idScanHandlers(ports),
    ...walletHandlers(),
    ...dataSubjectRequestHandlers(ports),
    ...webhookEventHandlers(ports),
    ...webhookSubscriptionHandlers(ports),
    ...workflowTemplateHandlers(ports),
    ...esignVerifyHandlers(ports),
    ...openapiDocumentHandlers(document),
  }
}
