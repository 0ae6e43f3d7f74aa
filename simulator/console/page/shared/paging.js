import { useState } from 'preact/hooks'
import { query, useAnswer } from './api.js'

/**
 * A list of the control API, page by page.
 * @param {string} path
 * @param {Record<string, string | number | undefined>} filters
 */
export function usePages(path, filters) {
  const list = path + query(filters)
  const [place, setPlace] = useState(() => ({ list, cursors: kept(list) }))
  // A cursor is good for its own list alone.
  const cursors = place.list === list ? place.cursors : kept(list)
  const turnTo = (/** @type {string[]} */ next) => {
    history.replaceState({ ...history.state, [list]: next }, '')
    setPlace({ list, cursors: next })
  }
  const { answer, problem } = useAnswer(path + query({ ...filters, cursor: cursors.at(-1) }))
  return {
    items: /** @type {any[] | undefined} */ (answer?.data),
    problem,
    newer: cursors.length > 0 ? () => turnTo(cursors.slice(0, -1)) : undefined,
    older: answer?.has_more ? () => turnTo([...cursors, answer.next_cursor]) : undefined,
  }
}

/** Where the reader was in a list, as the entry of the history keeps it: Back and a reload lead there again. @param {string} list @returns {string[]} */
function kept(list) {
  return history.state?.[list] ?? []
}
