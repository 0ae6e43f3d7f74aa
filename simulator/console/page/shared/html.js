import htm from 'htm'
import { h } from 'preact'

/** Markup as a template; what is filled in is text or an attribute's value, never markup. */
export const html = htm.bind(h)
