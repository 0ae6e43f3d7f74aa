import htm from 'htm'
import { h } from 'preact'

/** A template for markup. Inserted values become text or attribute values, never markup. */
export const html = htm.bind(h)
