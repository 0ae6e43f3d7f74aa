import { useEffect, useState } from 'preact/hooks'

/**
 * @typedef {{
 *   organization: string, mode: 'test' | 'live', section: string, id: string, filters: Record<string, string>,
 * }} Place
 */

/**
 * Parses the URL fragment: organization, mode, section, open record and filters.
 * @returns {Place}
 */
export function placeOf(hash = location.hash) {
  const [path, search = ''] = hash.replace(/^#\//, '').split('?')
  const [organization = '', mode = '', section = '', id = ''] = path.split('/').map(decoded)
  return {
    organization,
    mode: mode === 'live' ? 'live' : 'test',
    section: section || 'verifications',
    id,
    filters: Object.fromEntries(new URLSearchParams(search)),
  }
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** @param {Place} place @param {Partial<Place>} change */
export function linkTo(place, change) {
  const { organization, mode, section, id, filters } = { ...place, id: '', filters: {}, ...change }
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  const path = [organization, mode, section, id].filter(Boolean).map(encodeURIComponent).join('/')
  return `#/${path}${set.length > 0 ? `?${new URLSearchParams(set)}` : ''}`
}

/** @param {Place} place @param {Partial<Place>} change */
export function goTo(place, change) {
  location.hash = linkTo(place, change)
}

/**
 * Like `goTo`, but without a history entry: for values that change with each keystroke.
 * @param {Place} place
 * @param {Partial<Place>} change
 */
export function moveTo(place, change) {
  history.replaceState(null, '', linkTo(place, change))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The current place; it follows the URL. */
export function usePlace() {
  const [place, setPlace] = useState(placeOf())
  useEffect(() => {
    const follow = () => setPlace(placeOf())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
