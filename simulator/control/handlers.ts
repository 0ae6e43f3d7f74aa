import type { Ports } from '../ports.ts'
import type { Handler } from '../call/call.ts'
import { clockHandlers } from './clock.ts'
import { documentTemplateHandlers } from './signing/document-templates.ts'
import { envelopeHandlers } from './signing/envelopes.ts'
import { eventHandlers } from './events.ts'
import { faultHandlers } from './faults.ts'
import { feedHandlers } from './feed.ts'
import { forwarderHandlers } from './forwarders.ts'
import type { ControlHost } from './host.ts'
import { imageViewHandlers } from './image-views.ts'
import { journalHandlers } from './journal.ts'
import { controlActionHandlers } from './session-actions.ts'
import { keyHandlers } from './keys.ts'
import { logHandlers } from './logs.ts'
import { organizationHandlers } from './organizations.ts'
import { peopleHandlers } from './people/people.ts'
import { planeSessionHandlers } from './plane-sessions.ts'
import { newQueue } from './queue.ts'
import { sealKeyHandlers } from './signing/seal-keys.ts'
import { screeningFactHandlers } from './screening-facts.ts'
import { sealedDocumentHandlers } from './signing/sealed-documents.ts'
import { sessionConsoleHandlers } from './sessions.ts'
import { restoreHandlers, snapshotHandlers } from './snapshots.ts'
import { sessionListHandlers } from './search/handlers.ts'
import { streamHandlers } from './stream/handlers.ts'
import { stateHandlers } from './health.ts'
import { providerStateHandlers } from './provider-states/provider-states.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { workflowVocabularyHandlers } from './workflow-vocabulary.ts'
import { usageHandlers } from './usage.ts'

/** Every operation of the control API. */
export function controlHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  const inTurn = newQueue()
  const handlers = {
    ...stateHandlers(ports, host, inTurn),
    ...organizationHandlers(ports, host),
    ...workflowVocabularyHandlers(),
    ...usageHandlers(ports),
    ...keyHandlers(ports),
    ...subscriptionHandlers(ports),
    ...forwarderHandlers(ports, host),
    ...clockHandlers(ports, host, inTurn),
    ...controlActionHandlers(ports),
    ...screeningFactHandlers(ports),
    ...faultHandlers(ports, host),
    ...journalHandlers(ports, host),
    ...providerStateHandlers(ports, host),
    ...sessionConsoleHandlers(ports),
    ...imageViewHandlers(ports),
    ...planeSessionHandlers(ports),
    ...peopleHandlers(ports, host),
    ...sessionListHandlers(ports, host),
    ...streamHandlers(ports, host),
    ...logHandlers(ports),
    ...feedHandlers(ports, host),
    ...eventHandlers(ports),
    ...documentTemplateHandlers(ports),
    ...envelopeHandlers(ports),
    ...sealKeyHandlers(ports),
    ...sealedDocumentHandlers(ports),
    ...snapshotHandlers(ports, host, inTurn),
  }
  // An import changes no records, and lasts as long as its client sends: a restore need not wait for it.
  const { importSnapshot, ...others } = handlers
  const counted = { ...host.watched(others), importSnapshot: importSnapshot! }
  return {
    ...(host.shared?.requests.over(counted) ?? counted),
    ...restoreHandlers(ports, host),
  }
}
