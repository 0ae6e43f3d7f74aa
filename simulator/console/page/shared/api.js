import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { concerns } from './stream.js'

/** @typedef {import('./stream.js').Change} Change */

/** What the control API refused, in its own words. */
export class Refusal extends Error {
  /** @param {{ message: string, code?: string, details?: { issues?: Issue[] } }} error */
  constructor({ message, code = '', details = {} }) {
    super(message)
    this.code = code
    this.issues = details.issues ?? []
  }
}

/** @typedef {{ path: (string | number)[], message: string }} Issue */

const BROKEN = 'The console itself failed at this; the browser says more in its developer tools.'
const UNREACHABLE = 'The simulator does not answer. Is it still running?'

/**
 * Calls the control API of this listener.
 * @param {string} method
 * @param {string} path what follows /control/v1
 * @param {object} [body]
 */
export async function call(method, path, body) {
  const answer = await send(method, path, body)
  return answer.status === 204 ? undefined : answer.json()
}

/**
 * As `call`, with what the simulator warns of although it does what was asked.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ data: any, warning: string | null }>}
 */
export async function callWarned(method, path, body) {
  const answer = await send(method, path, body)
  return { ...(await answer.json()), warning: answer.headers.get('X-Simulator-Warning') }
}

/**
 * The bytes of an image or a file.
 * @param {string} path
 */
export async function bytes(path) {
  return (await send('GET', path)).blob()
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function send(method, path, body) {
  const answer = await fetch(`/control/v1${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Refusal({ message: UNREACHABLE })
  })
  if (answer.ok) return answer
  const unknown = { error: { message: `The simulator answered ${answer.status}.` } }
  throw new Refusal((await answer.json().catch(() => unknown)).error)
}

/**
 * A path's query out of what is set.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function query(values) {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return set.length === 0
    ? ''
    : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}

/** How each answer that is on the page is asked for again, and by which path. @type {Map<() => Promise<void>, string>} */
const onThePage = new Map()

/** Asks again for everything that is on the page. It never fails: what went wrong is shown in its place. */
export async function refresh() {
  await Promise.all([...onThePage.keys()].map((reload) => reload()))
}

/** Asks again for the answers that a change may have altered. @param {Change[]} changes */
export async function refreshAfter(changes) {
  const stale = [...onThePage].filter(([, path]) =>
    changes.some((change) => concerns(change, path)),
  )
  await Promise.all(stale.map(([reload]) => reload()))
}

/**
 * The answer to a GET, asked anew when the path changes, when the stream reports a change, and when something was done.
 * @param {string | undefined} path nothing is asked without one
 * @returns {{ answer: any, problem: Refusal | undefined }}
 */
export function useAnswer(path) {
  const [seen, setSeen] = useState(/** @type {any} */ ({}))
  const wanted = useRef(path)
  wanted.current = path
  const reload = useCallback(async () => {
    if (path === undefined) return
    const next = await call('GET', path).then(
      (answer) => ({ path, answer }),
      (problem) => ({ path, problem }),
    )
    // What was asked before the reader went elsewhere is of no use; a refusal leaves what is shown.
    if (wanted.current !== path) return
    setSeen((before) => (before.path === path ? { ...before, problem: undefined, ...next } : next))
  }, [path])
  useEffect(() => {
    if (path === undefined) return undefined
    void reload()
    onThePage.set(reload, path)
    return () => void onThePage.delete(reload)
  }, [reload])
  const current = seen.path === path ? seen : {}
  return { answer: current.answer, problem: current.problem }
}

/** @typedef {() => Promise<string | void>} Task what it resolves to is told to the reader */

/**
 * Something to be done at a click: one at a time. What went wrong is kept to be shown; what went well is shown once the
 * page is up to date with it.
 * @returns {{ busy: boolean, problem: Refusal | undefined, done: string, run: (task: Task) => Promise<void> }}
 */
export function useTask() {
  const [state, setState] = useState(/** @type {any} */ ({ busy: false, done: '' }))
  const busy = useRef(false)
  const run = useCallback(async (/** @type {Task} */ task) => {
    if (busy.current) return
    busy.current = true
    setState({ busy: true, done: '' })
    try {
      const done = (await task()) ?? ''
      await refresh()
      setState({ busy: false, done })
    } catch (error) {
      const problem = error instanceof Refusal ? error : new Refusal({ message: BROKEN })
      setState({ busy: false, problem, done: '' })
      if (problem !== error) throw error
    } finally {
      busy.current = false
    }
  }, [])
  return { ...state, run }
}
