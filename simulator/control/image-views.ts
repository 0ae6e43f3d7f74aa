import { serveImage } from '../features/images/images.ts'
import { ARTIFACTS, type Artifact } from '../features/sessions/session-record.ts'
import { newSecret } from '../ids/random.ts'
import { iso } from '../time/clock.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import { openedSession } from './access/opened-by.ts'

/** A permission to see one image once, for one member (VER-025, IMG-038, GAP-CONSOLE-IMAGES). */
interface Ticket {
  session: string
  artifact: string
  member: string
  /** Epoch ms. */
  until: number
}

const LIFE_MS = 30_000
const TICKET_BYTES = 32
/** Unused tickets are dropped, the oldest first. */
const MOST_TICKETS = 1000

/** Views of evidence images. The address of an image works once, so that it cannot be shared (VER-027). */
export function imageViewHandlers(ports: Ports): Record<string, Handler> {
  const tickets = new Map<string, Ticket>()
  return {
    createImageTicket: {
      run: async (call) => {
        const { member_id: member } = call.body as { member_id: string }
        const { id } = await openedSession(ports, asMember(call, member))
        const { artifact } = call.params
        if (!ARTIFACTS.includes(artifact as Artifact)) throw new ApiError('resource_not_found')
        const ticket = newSecret(ports.random, TICKET_BYTES)
        const until = call.now + LIFE_MS
        tickets.set(ticket, { session: id, artifact: artifact!, member, until })
        if (tickets.size > MOST_TICKETS) tickets.delete(tickets.keys().next().value!)
        return json(201, { data: { ticket, expires_at: iso(until) } })
      },
    },
    viewSessionImage: {
      run: async (call) => {
        const key = call.query.ticket as string
        const ticket = tickets.get(key)
        tickets.delete(key)
        const { id, artifact } = call.params
        const fits = ticket && ticket.session === id && ticket.artifact === artifact
        if (!fits || ticket.until <= call.now) throw new ApiError('resource_not_found')
        // The member's role may have changed since the ticket was issued.
        const { scope } = await openedSession(ports, asMember(call, ticket.member))
        return serveImage(ports, scope, ticket.session, ticket.artifact, ticket.member, call.now)
      },
    },
  }
}

function asMember(call: Call, member: string): Call {
  call.query = { ...call.query, member_id: member }
  return call
}
