import { type Socket, createSocket } from 'node:dgram'

/** Addresses of a name: one list for each query; the last list is repeated. */
export type Answers = string[][]

const HEADER_BYTES = 12
const A = 1
const AAAA = 28

/** Answers queries for A records at 127.0.0.1:53 from a table; unknown names have no address. */
export class NameServer {
  readonly names = new Map<string, Answers>()
  #socket: Socket = createSocket('udp4')

  async listen(): Promise<void> {
    this.#socket.on('message', (query, { port, address }) => {
      this.#socket.send(this.#answer(query), port, address)
    })
    await new Promise<void>((resolve) => this.#socket.bind(53, '127.0.0.1', resolve))
  }

  close(): void {
    this.#socket.close()
  }

  #answer(query: Buffer): Buffer {
    const { name, type, end } = questionOf(query)
    const wanted = type === A ? 4 : type === AAAA ? 6 : 0
    const answers = this.names.get(name) ?? []
    // A and AAAA records are queried together: only A queries advance the list.
    const [now = []] = type === A && answers.length > 1 ? [answers.shift()!] : answers
    const records = wanted === 4 ? now.map((address) => record(address)) : []
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    // A response, recursion available, no error.
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records])
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An A record for the name of the query, with a TTL of 0. */
function record(address: string): Buffer {
  const fixed = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([fixed, Buffer.from(address.split('.').map(Number))])
}
