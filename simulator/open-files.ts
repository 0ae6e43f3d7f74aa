/** The simulator opens 32 files to start, its threads a few more, and each connection is one. */
const NEEDED = 64

/** @throws {Error} if the limit of open files is too low to serve requests */
export function demandOpenFiles(): void {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  }
  const limit = userLimits?.open_files.soft ?? 'unlimited'
  if (limit !== 'unlimited' && limit < NEEDED)
    throw new Error(
      `This process may have ${limit} open files. The simulator needs at least ${NEEDED}, and one for each connection. Raise the limit (ulimit -n 1024), then start again.`,
    )
}
