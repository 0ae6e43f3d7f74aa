import { useEffect, useState } from 'preact/hooks'

/** @typedef {{ organization: string, mode: 'test' | 'live', section: string, id: string }} Place */

/**
 * Where the reader is, as the address says after its #: organization, mode, section, and what is open there.
 * @returns {Place}
 */
export function placeOf(hash = location.hash) {
  const [organization = '', mode = '', section = '', id = ''] = hash
    .replace(/^#\//, '')
    .split('/')
    .map(decoded)
  return {
    organization,
    mode: mode === 'live' ? 'live' : 'test',
    section: section || 'verifications',
    id,
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
  const { organization, mode, section, id } = { ...place, id: '', ...change }
  return `#/${[organization, mode, section, id].filter(Boolean).map(encodeURIComponent).join('/')}`
}

/** @param {Place} place @param {Partial<Place>} change */
export function goTo(place, change) {
  location.hash = linkTo(place, change)
}

/** The place, kept up with the address. */
export function usePlace() {
  const [place, setPlace] = useState(placeOf())
  useEffect(() => {
    const follow = () => setPlace(placeOf())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
