import type { HttpClient } from './http/client.ts'

/** Delays of the main thread of a simulator, in ms. */
export interface Delays {
  /** Longest delay of a timer. */
  delay: number
  /** Maximum CPU time of the main thread between two runs of that timer. */
  busy: number
}

/** Reads the delays of a simulator since the last reading; the first reading starts the measurement. */
export async function delaysOf(control: HttpClient): Promise<Delays> {
  const { text } = await control.ask('GET', '/control/v1/metrics')
  const value = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0) * 1000
  return {
    delay: value('vskit_event_loop_delay_seconds_max'),
    busy: value('vskit_event_loop_busy_seconds_max'),
  }
}
