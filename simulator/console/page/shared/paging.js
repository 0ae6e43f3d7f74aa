import { useState } from 'preact/hooks'
import { query, useResponse } from './api.js'

/**
 * A paginated list of the control API.
 * @param {string} path
 * @param {Record<string, string | number | undefined>} filters
 */
export function usePages(path, filters) {
  const list = path + query(filters)
  const [place, setPlace] = useState(() => ({ list, cursors: kept(list) }))
  // A cursor is valid only for its own list.
  const cursors = place.list === list ? place.cursors : kept(list)
  const turnTo = (/** @type {string[]} */ next) => {
    history.replaceState({ ...history.state, [list]: next }, '')
    setPlace({ list, cursors: next })
  }
  const { answer, problem } = useResponse(path + query({ ...filters, cursor: cursors.at(-1) }))
  return {
    items: /** @type {any[] | undefined} */ (answer?.data),
    problem,
    newer: cursors.length > 0 ? () => turnTo(cursors.slice(0, -1)) : undefined,
    older: answer?.has_more ? () => turnTo([...cursors, answer.next_cursor]) : undefined,
  }
}

/**
 * Reads the position in a list from the history entry, so that Back and a reload restore it.
 * @param {string} list
 * @returns {string[]}
 */
function kept(list) {
  return history.state?.[list] ?? []
}
