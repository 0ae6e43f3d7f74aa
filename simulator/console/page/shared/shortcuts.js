import { useEffect, useRef } from 'preact/hooks'
import { goTo } from './navigation.js'

/** Keys that open a section, after `g`. */
export const SECTIONS_BY_KEY = {
  v: 'verifications',
  n: 'new',
  a: 'applicants',
  u: 'usage',
  k: 'keys',
  w: 'webhooks',
  f: 'workflows',
  c: 'clock',
}

/**
 * `g` and a letter open a section, `/` focuses the search.
 * @param {import('./navigation.js').Place} place
 */
export function useShortcuts(place) {
  const here = useRef(place)
  here.current = place
  // Listens once: a new listener after each change of place would forget a `g` pressed meanwhile.
  useEffect(() => {
    let begun = false
    const press = (/** @type {KeyboardEvent} */ event) => {
      const { target } = event
      const typing = target instanceof Element && target.closest('input, select, textarea, dialog')
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      const section = SECTIONS_BY_KEY[event.key]
      if (begun && section) goTo(here.current, { section })
      begun = event.key === 'g'
      if (event.key !== '/') return
      const search = /** @type {HTMLElement | null} */ (
        document.querySelector('input[type=search]')
      )
      if (!search) return
      event.preventDefault()
      search.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
