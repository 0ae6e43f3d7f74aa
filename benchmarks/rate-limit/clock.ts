import { callJson } from '../simulator.ts'

/** The clock by which a target counts its windows. */
export interface TargetClock {
  /** What to add to this machine's clock to have the target's. */
  offsetMs(): Promise<number>
  /** Resolves so many seconds before the earliest of the edges; says which edges are then ahead (epoch seconds). */
  beforeEdge(
    resets: number[],
    seconds: number,
    say: (doing: string) => void,
  ): Promise<{ last: number }>
}

export function clockOf(control: string | undefined): TargetClock {
  return control === undefined ? thisMachines : simulators(control)
}

/** A target that nobody can move: it lives on this machine and by its clock. */
const thisMachines: TargetClock = {
  offsetMs: async () => 0,
  beforeEdge: async (resets, seconds, say) => {
    const wait = Math.min(...resets) * 1000 - seconds * 1000 - Date.now()
    if (wait > 0) say(`waiting ${Math.round(wait / 1000)} s for the edge of the window`)
    await pause(wait)
    return { last: Math.max(...resets) }
  },
}

/** The simulator's clock is brought to the edge. Windows end together there, and a new one begins for every key. */
function simulators(control: string): TargetClock {
  const now = async (): Promise<number> =>
    Date.parse(
      (
        (await callJson(control, { method: 'GET', path: '/clock', headers: {} })) as {
          data: { now: string }
        }
      ).data.now,
    )
  return {
    offsetMs: async () => {
      const before = Date.now()
      const target = await now()
      return target - (before + Date.now()) / 2
    },
    beforeEdge: async ([reset], seconds) => {
      // The next edge but one: what was asked before belongs to another window then.
      const last = reset! + WINDOW_SECONDS
      const ahead = Math.floor(last - seconds - (await now()) / 1000)
      await callJson(control, {
        method: 'POST',
        path: '/clock/advance',
        body: JSON.stringify({ seconds: ahead }),
        headers: { 'content-type': 'application/json' },
      })
      await pause(last * 1000 - seconds * 1000 - (await now()))
      return { last }
    },
  }
}

const WINDOW_SECONDS = 60

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms))
  })
}
