const LOOK_EVERY_MS = 250

/** Read when the process starts: the parent may end before the simulator is ready. */
const PARENT = process.ppid

/** Calls `stop` when the parent process has ended, for any reason. */
export function whenParentEnds(stop: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT && isAlive(PARENT)) return
    clearInterval(timer)
    stop()
  }, LOOK_EVERY_MS)
  timer.unref()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
