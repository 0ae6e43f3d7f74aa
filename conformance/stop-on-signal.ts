/** Exit codes after these signals, as in a shell. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
/** npm passes the signal of a terminal on to a process that also got it from there. */
const SAME_SIGNAL_MS = 100

/** Calls back at the first signal; a second one ends the process. */
export function stopOnSignal(stop: (signal: string, code: number) => void): () => void {
  let first: number | undefined
  const listeners = Object.entries(SIGNALS).map(([signal, code]): [string, () => void] => [
    signal,
    () => {
      if (first === undefined) stop(signal, code)
      else if (performance.now() - first > SAME_SIGNAL_MS) process.exit(code)
      first ??= performance.now()
    },
  ])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}

/** Ends the process after a run that was ended early: waits of interrupted checks would keep it alive. */
export function leave(): void {
  process.stdout.write('', () => process.exit())
}
