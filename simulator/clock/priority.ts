import { readFileSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** On a core that all share, a thread with this weighs a third of the event loop. */
const FURTHER_NICE = 5
const NICEST = 19

/** The calling thread works behind requests. Not for one that holds them up until it is done. */
export function giveWay(): void {
  ifTheSystemLets(() => lower(0))
}

/**
 * V8's helpers give way to the event loop: four of them, marking or compiling on its core, left it a fifth of that, and
 * made a turn of ten milliseconds one of fifty. (Not by much: with nothing left to the helpers, the loop marks by itself.)
 */
export function helpersGiveWay(): void {
  ifTheSystemLets(() => {
    for (const thread of readdirSync('/proc/self/task')) {
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker')
        lower(Number(thread))
    }
  })
}

function lower(thread: number): void {
  setPriority(thread, Math.min(getPriority(thread) + FURTHER_NICE, NICEST))
}

/** Only Linux has priorities of threads: elsewhere the number would be that of a process. Without them all runs less evenly. */
function ifTheSystemLets(act: () => void): void {
  if (process.platform !== 'linux') return
  try {
    act()
  } catch {
    // A sandbox may forbid it, or show no /proc.
  }
}
