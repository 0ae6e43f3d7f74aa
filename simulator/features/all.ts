import type { Handler } from '../call/call.ts'
import type { Ports } from '../ports.ts'
import { applicantHandlers } from './applicants/applicants.ts'
import { applicantDeletionHandlers } from './privacy/applicant-deletion.ts'
import { dataSubjectRequestHandlers } from './privacy/data-subject-requests.ts'
import { esignVerifyHandlers } from './signing/esign-verify.ts'
import { frameHandlers } from './signing/frames.ts'
import { idScanHandlers } from './images/id-scan.ts'
import { imageHandlers } from './images/images.ts'
import { openapiDocumentHandlers } from './openapi-document.ts'
import { reportHandlers } from './sessions/report.ts'
import { sdkEnvelopeHandlers } from './applicant-actions/sdk-envelopes.ts'
import { sdkSessionHandlers } from './applicant-actions/sdk-session.ts'
import { sdkStepHandlers } from './applicant-actions/sdk-steps.ts'
import { sessionActionHandlers } from './sessions/session-actions.ts'
import { sessionHandlers } from './sessions/sessions.ts'
import { tokenHandlers } from './tokens/tokens.ts'
import { walletHandlers } from './billing/wallet.ts'
import { webhookEventHandlers } from './webhooks/webhook-events.ts'
import { webhookSubscriptionHandlers } from './webhooks/webhook-subscriptions.ts'
import { workflowTemplateHandlers } from './templates/workflow-templates.ts'

/** All implemented operations of the public contract. */
export function publicHandlers(ports: Ports, document: object): Record<string, Handler> {
  return {
    ...sessionHandlers(ports),
    ...sessionActionHandlers(ports),
    ...tokenHandlers(ports),
    ...sdkSessionHandlers(ports),
    ...sdkStepHandlers(ports),
    ...sdkEnvelopeHandlers(ports),
    ...frameHandlers(ports),
    ...applicantHandlers(ports),
    ...applicantDeletionHandlers(ports),
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
