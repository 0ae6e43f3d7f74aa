import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { concerns } from './stream.js'

/** @typedef {import('./stream.js').Change} Change */

/** An error response of the control API. */
export class Refusal extends Error {
  /** @param {{ message: string, code?: string, details?: { issues?: Issue[] } }} error */
  constructor({ message, code = '', details = {} }) {
    super(message)
    this.code = code
    this.issues = details.issues ?? []
  }
}

/** @typedef {{ path: (string | number)[], message: string }} Issue */

const BROKEN = 'The console has a bug. The developer tools of the browser show the error.'
const UNREACHABLE = 'The simulator does not respond. Check that it is running.'

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
 * Like `call`, but also returns the warning of a successful response.
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
 * Returns the bytes of an image or a file.
 * @param {string} path
 */
export async function bytes(path) {
  return pending(send('GET', path).then((answer) => answer.blob()))
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function send(method, path, body) {
  return pending(respond(method, path, body), method !== 'GET')
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function respond(method, path, body) {
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
  const unknown = { error: { message: `The simulator responded with status ${answer.status}.` } }
  throw new Refusal((await answer.json().catch(() => unknown)).error)
}

/** Requests that the user waits for. Reloads of shown data are none. */
let waits = 0
/** Called when the first wait begins and the last one ends. @type {Set<() => void>} */
const observers = new Set()

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {boolean} counts
 */
async function pending(promise, counts = true) {
  if (!counts) return promise
  waits++
  for (const tell of observers) tell()
  try {
    return await promise
  } finally {
    waits--
    for (const tell of observers) tell()
  }
}

/** Delay of the message that the console waits: most responses arrive sooner. */
const WAIT_SHOWN_MS = 100

/** Whether the user has waited for a response for some time. */
export function useWaiting() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined)
    const tell = () => {
      if (waits > 0) timer ??= setTimeout(setWaiting, WAIT_SHOWN_MS, true)
      else {
        clearTimeout(timer)
        timer = undefined
        setWaiting(false)
      }
    }
    observers.add(tell)
    tell()
    return () => {
      clearTimeout(timer)
      observers.delete(tell)
    }
  }, [])
  return waiting
}

/**
 * Returns a query string with the values that are set.
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

/**
 * The reload function and the path of each response that the page shows. @type {Map<() =>
 * Promise<void>, string>}
 */
const onThePage = new Map()

/**
 * Reloads every response that the page shows. It never rejects: the page shows errors in place of
 * the data.
 */
export async function refresh() {
  await Promise.all([...onThePage.keys()].map((reload) => reload()))
}

/** Reloads the responses that a change may have altered. @param {Change[]} changes */
export async function refreshAfter(changes) {
  const stale = [...onThePage].filter(([, path]) =>
    changes.some((change) => concerns(change, path)),
  )
  await Promise.all(stale.map(([reload]) => reload()))
}

/**
 * The response to a GET. It is reloaded when the path changes, when the stream reports a change,
 * and after each action.
 * @param {string | undefined} path no request is sent without one
 * @returns {{ answer: any, problem: Refusal | undefined }}
 */
export function useResponse(path) {
  const [seen, setSeen] = useState(/** @type {any} */ ({}))
  const wanted = useRef(path)
  wanted.current = path
  const asked = useRef(0)
  const shown = useRef(0)
  const reload = useCallback(async () => {
    if (path === undefined) return
    const number = ++asked.current
    const next = await call('GET', path).then(
      (answer) => ({ path, answer }),
      (problem) => ({ path, problem }),
    )
    // A response for an earlier path is ignored, and one that a later response has overtaken.
    if (wanted.current !== path || number < shown.current) return
    shown.current = number
    // After an error, the page keeps the previous data.
    setSeen((before) => (before.path === path ? { ...before, problem: undefined, ...next } : next))
  }, [path])
  useEffect(() => {
    if (path === undefined) return undefined
    void pending(reload())
    onThePage.set(reload, path)
    return () => void onThePage.delete(reload)
  }, [reload])
  const current = seen.path === path ? seen : {}
  return { answer: current.answer, problem: current.problem }
}

/** @typedef {() => Promise<string | void>} Task resolves to a message for the user */

/**
 * Runs one action at a time. An error is shown at once; a success is shown after the page is
 * reloaded.
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
      await pending(refresh())
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
