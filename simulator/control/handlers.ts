import type { Ports } from '../ports.ts'
import type { Handler } from '../service/call.ts'
import { clockHandlers } from './clock.ts'
import { documentTemplateHandlers } from './document-templates.ts'
import { envelopeHandlers } from './envelopes.ts'
import { eventHandlers } from './events.ts'
import { faultHandlers } from './faults.ts'
import type { ControlHost } from './host.ts'
import { journalHandlers } from './journal.ts'
import { journeyHandlers } from './journeys.ts'
import { keyHandlers } from './keys.ts'
import { logHandlers } from './logs.ts'
import { organizationHandlers } from './organizations.ts'
import { planeSessionHandlers } from './plane-sessions.ts'
import { newQueue } from './queue.ts'
import { sealKeyHandlers } from './seal-keys.ts'
import { screeningFactHandlers } from './screening-facts.ts'
import { sealedDocumentHandlers } from './sealed-documents.ts'
import { sessionConsoleHandlers } from './sessions.ts'
import { restoreHandlers, snapshotHandlers } from './snapshots.ts'
import { stateHandlers } from './state.ts'
import { providerStateHandlers } from './states.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { usageHandlers } from './usage.ts'

/** Every operation of the control API. */
export function controlHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  const inTurn = newQueue()
  const handlers = {
    ...stateHandlers(ports, host, inTurn),
    ...organizationHandlers(ports, host),
    ...usageHandlers(ports),
    ...keyHandlers(ports),
    ...subscriptionHandlers(ports),
    ...clockHandlers(ports, host, inTurn),
    ...journeyHandlers(ports),
    ...screeningFactHandlers(ports),
    ...faultHandlers(ports, host),
    ...journalHandlers(ports, host),
    ...providerStateHandlers(ports, host),
    ...sessionConsoleHandlers(ports),
    ...planeSessionHandlers(ports),
    ...logHandlers(ports),
    ...eventHandlers(ports),
    ...documentTemplateHandlers(ports),
    ...envelopeHandlers(ports),
    ...sealKeyHandlers(ports),
    ...sealedDocumentHandlers(ports),
    ...snapshotHandlers(ports, host, inTurn),
  }
  return { ...host.watched(handlers), ...restoreHandlers(ports, host) }
}
