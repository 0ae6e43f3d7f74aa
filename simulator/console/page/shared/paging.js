import { useState } from 'preact/hooks'
import { query, useAnswer } from './api.js'

/**
 * A list of the control API, page by page.
 * @param {string} path
 * @param {Record<string, string | number | undefined>} filters
 */
export function usePages(path, filters) {
  const list = path + query(filters)
  const [place, setPlace] = useState({ list, cursors: /** @type {string[]} */ ([]) })
  // Another list begins at its beginning: a cursor is good for its own alone.
  const cursors = place.list === list ? place.cursors : []
  const { answer, problem } = useAnswer(path + query({ ...filters, cursor: cursors.at(-1) }))
  return {
    items: /** @type {any[] | undefined} */ (answer?.data),
    problem,
    newer: cursors.length > 0 ? () => setPlace({ list, cursors: cursors.slice(0, -1) }) : undefined,
    older: answer?.has_more
      ? () => setPlace({ list, cursors: [...cursors, answer.next_cursor] })
      : undefined,
  }
}
