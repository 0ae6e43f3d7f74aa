import type { Mutant } from '../mutant.ts'

const FETCHES = 'await fetch(this.#url + path, {'
const IN_ADDRESS =
  "await fetch(this.#url + path + (path.includes('?') ? '&' : '?') + `key=${this.#key}`, {"
const HEADER = 'authorization: `Bearer ${this.#key}`,'

/** Faults in where a backend puts its secret key. */
export const CREDENTIAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'sends its key in the address only',
    killedBy: 'backend.key-header',
    breaks: 'CLI-032',
    edits: [
      ['service.js', FETCHES, IN_ADDRESS],
      ['service.js', HEADER, ''],
    ],
  },
  {
    name: 'sends its key in the address too',
    killedBy: 'backend.key-header',
    breaks: 'CLI-032',
    edits: [['service.js', FETCHES, IN_ADDRESS]],
  },
  {
    name: 'sends its key with another scheme',
    killedBy: 'backend.key-header',
    breaks: 'CLI-032',
    edits: [['service.js', HEADER, 'authorization: `Basic ${btoa(`${this.#key}:`)}`,']],
  },
  {
    name: 'stores its key in the metadata of a session',
    killedBy: 'backend.key-header',
    breaks: 'CLI-032',
    edits: [['service.js', 'metadata: { orderId } }', 'metadata: { orderId, by: this.#key } }']],
  },
  {
    name: 'puts its key into the page after a creation without a response',
    killedBy: 'backend.secret-key',
    breaks: 'AUT-002',
    edits: [
      [
        'service.js',
        'if (made) return made',
        'if (made) return { ...made, hosted_url: `${made.hosted_url}#${this.#key}` }',
      ],
    ],
  },
]
