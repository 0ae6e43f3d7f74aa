import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer, TLSSocket } from 'node:tls'

/** The TCP connection below each TLS connection, which Node keeps in a private property. */
const below = new WeakMap<Socket, Socket>()

/** The connections of a server. Those of a TLS server are TCP connections until their handshake is complete. */
export class OpenConnections {
  readonly #open = new Set<Socket>()
  readonly #secure: boolean

  constructor(server: Server) {
    this.#secure = server instanceof TlsServer
    server.on('connection', (socket: Socket) => this.#add(socket))
    if (this.#secure) this.#joinTls(server)
  }

  all(): Iterable<Socket> {
    return this.#open
  }

  /** Whether no byte of a request has arrived yet. */
  isUnused(socket: Socket): boolean {
    return (this.#secure && !(socket instanceof TLSSocket)) || socket.bytesRead === 0
  }

  #add(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }

  /** A connection keeps the address and port of its client through the handshake. */
  #joinTls(server: Server): void {
    const waiting = new Map<string, Socket>()
    server.on('connection', (tcp: Socket) => {
      const peer = peerOf(tcp)
      waiting.set(peer, tcp)
      tcp.once('close', () => {
        if (waiting.get(peer) === tcp) waiting.delete(peer)
      })
    })
    const join = (socket: TLSSocket): void => {
      const tcp = waiting.get(peerOf(socket))
      if (!tcp) return
      below.set(socket, tcp)
      this.#open.delete(tcp)
    }
    server.on('secureConnection', (socket: TLSSocket) => {
      join(socket)
      this.#add(socket)
    })
    // Must run before Node's listener, which reports the error as an HTTP error.
    server.prependListener('tlsClientError', (_error: Error, socket: TLSSocket) => join(socket))
  }
}

/** Returns the TCP connection below a TLS connection, also after the handshake has failed. */
export function tcpBelow(socket: Socket): Socket | undefined {
  return below.get(socket)
}

/** Ends a connection with a TCP reset, as a crashed server would. Node has none for TLS connections. */
export function resetConnection(socket: Socket): void {
  const tcp = below.get(socket) ?? socket
  tcp.resetAndDestroy()
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
