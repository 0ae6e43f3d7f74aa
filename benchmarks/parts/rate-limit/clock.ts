import { callJson } from '../../process/simulator.ts'

/** The clock of a target's rate-limit windows. */
export interface TargetClock {
  /** Offset of the target's clock to this machine's. */
  offsetMs(): Promise<number>
  /** Resolves `seconds` before the earliest edge; returns the upcoming edges (epoch seconds). */
  beforeEdge(
    resets: number[],
    seconds: number,
    say: (doing: string) => void,
  ): Promise<{ last: number }>
}

export function clockOf(control: string | undefined): TargetClock {
  return control === undefined ? thisMachines : simulators(control)
}

/** A target on this machine that uses its clock, which cannot be moved. */
const thisMachines: TargetClock = {
  offsetMs: async () => 0,
  beforeEdge: async (resets, seconds, say) => {
    const wait = Math.min(...resets) * 1000 - seconds * 1000 - Date.now()
    if (wait > 0) say(`waiting ${Math.round(wait / 1000)} s for the edge of the window`)
    await pause(wait)
    return { last: Math.max(...resets) }
  },
}

/** Moves the simulator's clock to the edge. Windows of all keys end there together. */
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
      // The edge after the next: earlier requests then belong to another window.
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
