/** @typedef {{ kind: string, id: string | null, session_id: string | null }} Change */

/** The paths whose responses each kind of change may alter. */
const PATHS = {
  session: /session|applicants|usage/,
  applicant: /session|applicants/,
  event: /^\/events/,
  delivery: /^\/deliveries|webhook/,
  email: /^\/emails/,
  activity: /^\/activity/,
  envelope: /envelope|sealed/,
  charge: /charges|usage|^\/world/,
  workflow_template: /workflow_templates/,
  document_template: /document_templates/,
  data_subject_request: /data_subject_requests/,
  request: /^\/requests|^\/faults/,
  world: /./,
  everything: /./,
}

/** @param {Change} change @param {string} path */
export function concerns({ kind, session_id }, path) {
  const id = /^\/sessions\/([^/?]+)/.exec(path)?.[1] ?? /[?&]session_id=([^&]+)/.exec(path)?.[1]
  // The page of a session depends on every record of the session.
  if (id !== undefined && session_id !== null && session_id !== id) return false
  if (id !== undefined && session_id === id)
    return path.startsWith('/sessions/') || PATHS[kind]?.test(path)
  return PATHS[kind]?.test(path) ?? true
}

/** A broken connection is reported after this time, because browsers usually reconnect sooner. */
const PATIENCE_MS = 1500
const AGAIN_MS = 3000

/**
 * Follows the changes of a plane.
 * @param {string} organization
 * @param {string} mode
 * @param {boolean} requests
 * @param {{ onChange: (changes: Change[]) => void, onReset: () => void, onOnline: (online: boolean)
 * => void }} to
 * @returns ends it
 */
export function follow(organization, mode, requests, { onChange, onReset, onOnline }) {
  let source = /** @type {EventSource | undefined} */ (undefined)
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined)
  let again = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined)
  let lost = false
  const path = `/control/v1/organizations/${encodeURIComponent(organization)}/stream`
  const open = () => {
    source = new EventSource(`${path}?mode=${mode}${requests ? '&include=requests' : ''}`)
    source.addEventListener('changed', ({ data }) => onChange(JSON.parse(data).changes))
    source.addEventListener('reset', onReset)
    source.addEventListener('open', () => {
      clearTimeout(timer)
      timer = undefined
      onOnline(true)
      // A new event source has no last event id, so changes in between must be loaded.
      if (lost) onReset()
      lost = false
    })
    source.addEventListener('error', () => {
      timer ??= setTimeout(() => onOnline(false), PATIENCE_MS)
      if (source?.readyState !== EventSource.CLOSED) return
      lost = true
      again = setTimeout(open, AGAIN_MS)
    })
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    clearTimeout(again)
    source?.close()
  }
  // An open stream would keep the page out of the browser's back/forward cache.
  const restore = (/** @type {PageTransitionEvent} */ { persisted }) => {
    if (!persisted) return
    lost = true
    open()
  }
  addEventListener('pagehide', stop)
  addEventListener('pageshow', restore)
  open()
  return () => {
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', restore)
    stop()
  }
}
