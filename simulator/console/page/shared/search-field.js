import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from './html.js'
import { moveTo } from './navigation.js'

/** Delay between the last keystroke and the search. */
const PAUSE_MS = 120

/**
 * A search field whose text is stored in the URL.
 * @param {{ place: import('./navigation.js').Place, placeholder: string }} props
 */
export function SearchField({ place, placeholder }) {
  const { filters } = place
  const [text, setText] = useState(filters.q ?? '')
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  // The Back button changes the address under the input.
  useEffect(() => {
    if (timer.current === undefined) setText(filters.q ?? '')
  }, [filters.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (value) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      moveTo(place, { filters: { ...filters, q: value.trim() } })
    }, PAUSE_MS)
  }
  return html`<label class="wide">Search <input type="search" placeholder=${placeholder} maxlength="200" autocomplete="off"
    spellcheck=${false} value=${text} onInput=${(event) => search(event.currentTarget.value)} /></label>`
}
