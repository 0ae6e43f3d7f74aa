import { useEffect, useState } from 'preact/hooks'
import { localText, relative } from './format.js'
import { html } from './html.js'

/** Offset of the simulated clock from the clock of this machine, from the latest response. */
let standing = { now: Date.now(), at: Date.now(), frozen: false }

/** @type {Set<() => void>} */
const shown = new Set()
const TICK_MS = 1000

/** @param {{ now: string, frozen: boolean }} clock */
export function setClock({ now, frozen }) {
  standing = { now: Date.parse(now), at: Date.now(), frozen }
  for (const show of shown) show()
}

/** The simulator's time, epoch ms. */
export function simulatorNow() {
  return standing.frozen ? standing.now : standing.now + Date.now() - standing.at
}

setInterval(() => {
  if (!document.hidden) for (const show of shown) show()
}, TICK_MS)

/** @template T @param {() => T} read @returns {T} the value, updated with the clock */
function useTicking(read) {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const show = () => setValue(read)
    show()
    shown.add(show)
    return () => void shown.delete(show)
  }, [read.toString(), ...(/** @type {any} */ (read).of ?? [])])
  return value
}

/**
 * A time: relative if it is recent, otherwise local; UTC on hover.
 * @param {{ at: string | null | undefined }} props
 */
export function Time({ at }) {
  if (!at) return html`<span class="soft">—</span>`
  return html`<${Moment} at=${at} key=${at} />`
}

/** @param {{ at: string }} props */
function Moment({ at }) {
  const text = useTicking(
    Object.assign(() => relative(Date.parse(at), simulatorNow()) ?? localText(at), { of: [at] }),
  )
  const utc = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC, local ${localText(at)}`
  return html`<time datetime=${at} title=${utc}>${text}</time>`
}

/** Returns the simulator's time, epoch ms, updated with the clock. */
export function useNow() {
  return useTicking(simulatorNow)
}

/** The current time of the simulated clock. */
export function Now() {
  const text = useTicking(() => new Date(simulatorNow()).toISOString())
  return html`<time datetime=${text} title=${`${text.slice(0, 19).replace('T', ' ')} UTC`}>${localText(text)}</time>`
}
