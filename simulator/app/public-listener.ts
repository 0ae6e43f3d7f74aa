import type { FastifyInstance } from 'fastify'
import type { Certificate } from '../../fixtures/tls/certificate.ts'
import { document, operations } from '../../spec/contract.ts'
import { DataPlane } from '../hosted/data-plane.ts'
import { bindHostedPages } from '../hosted/routes.ts'
import type { Gate } from '../http/auth/gate.ts'
import { admit, admitUnknownRoute } from '../http/auth/admit.ts'
import { admitPreflight } from '../http/auth/admit-page.ts'
import type { Admission, Binding } from '../http/binding.ts'
import { HttpDate } from '../http/http-date.ts'
import { type Hold, newListener } from '../http/listener.ts'
import { Validators } from '../http/operations.ts'
import type { Ports } from '../ports.ts'
import type { Shared } from '../replicas/shared.ts'
import { setImmediate } from '../time/immediate.ts'

/** Shared by all simulators of the process, because validators depend only on the contract. */
const validators = new Validators(document)

const CONTROL_ELSEWHERE =
  'This port serves the public API of a region. The control API is at the control URL that the simulator prints at the start, by default http://127.0.0.1:4000/control/v1.'

interface PublicParts extends Pick<
  Binding,
  'handlers' | 'requestId' | 'cursors' | 'faults' | 'journal'
> {
  ports: Ports
  shared: Shared | undefined
  holdFor: (gate: Gate) => Hold
  /** Undefined for plain HTTP. */
  certificate: Certificate | undefined
  /** Whether the hosted pages use the applicant's camera. */
  realCamera: boolean
  /** Adds hooks to the hosted pages. */
  instrument: ((app: FastifyInstance) => void) | undefined
}

/** Returns a function that builds a listener of the public API and the hosted pages behind a gate. */
export function publicListeners(parts: PublicParts): (gate: Gate) => FastifyInstance {
  const { ports, shared, holdFor, certificate, realCamera, instrument, ...binding } = parts
  const httpDate = new HttpDate()
  const now = (): number => ports.clock.now()
  const common = {
    ...binding,
    operations,
    validators,
    report: ports.report,
    uploads: ports.uploads,
    now,
    date: () => httpDate.at(now()),
  }
  const plane = new DataPlane(binding.handlers, validators, binding.requestId)
  return (gate) => {
    const { region } = gate.pages
    const listener = newListener(
      {
        ...common,
        admit: (call, headers) => {
          const admitted = (): Admission => admit(gate, call, headers)
          return shared ? shared.requests.admitting(admitted) : admitted()
        },
        admitUnknownRoute: (address, headers) => admitUnknownRoute(gate, address, headers),
        servedElsewhere: (path) => (path.startsWith('/control/') ? CONTROL_ELSEWHERE : undefined),
        admitPreflight: (paths, origin, address) => admitPreflight(gate, paths, origin, address),
      },
      holdFor(gate),
      certificate,
    )
    const { ipLimit } = gate
    bindHostedPages(listener, {
      ports,
      plane,
      requestId: binding.requestId,
      region,
      ipLimit,
      realCamera,
      instrument,
    })
    return listener
  }
}

/** Long enough that most simulators in tests end before. Until then, each call compiles the validator that it needs. */
const WARM_UP_AFTER_MS = 3000

/**
 * Compiles the remaining validators a moment after the start, in small parts between requests, to
 * delay neither start nor requests.
 */
export function warmUp(): void {
  const steps = validators.warmUp()
  const next = (): void => {
    setImmediate(() => {
      if (!steps.next().done) next()
    })
  }
  setTimeout(next, WARM_UP_AFTER_MS).unref()
}
