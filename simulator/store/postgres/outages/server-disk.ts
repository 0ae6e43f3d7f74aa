/** SQLSTATE of a full disk. */
const FULL = '53100'

/**
 * Writes a megabyte without a lock and without a trace. A small change may succeed on a full disk, because the files of
 * the tables have free pages.
 */
const PROBE =
  'CREATE TEMP TABLE probe ON COMMIT DROP AS SELECT md5(n::text) FROM generate_series(1, 16384) n'

/** Whether a statement failed because the disk of the server is full. */
export function isServerFull(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === FULL
}

/** The disk of the database server, as far as errors of statements show it. */
export class ServerDisk {
  #server: string
  #problem: string | undefined

  /** @param server its address without credentials */
  constructor(server: string) {
    this.#server = server
  }

  /** Call with the errors of the server. */
  note(error: unknown): void {
    if (isServerFull(error))
      this.#problem = `${this.#server} cannot be written: the disk of the database server is full (${(error as Error).message}). Free some space on it.`
  }

  /**
   * Returns why writes fail, and what to do.
   * @param run runs a statement, to find out whether the disk is still full
   */
  async problem(run: (statement: string) => Promise<unknown>): Promise<string | undefined> {
    if (this.#problem !== undefined)
      await run(PROBE).then(
        () => (this.#problem = undefined),
        () => undefined,
      )
    return this.#problem
  }
}
