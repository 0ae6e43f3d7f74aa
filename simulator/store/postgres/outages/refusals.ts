import { DatabaseReplaced, RightMissing, refusalOf } from './losses.ts'
import { RoleRights } from './role-rights.ts'
import { ServerDisk } from './server-disk.ts'

/** Statements that the server refused: the cause, and what an administrator can do. */
export class Refusals {
  #disk: ServerDisk
  #rights: RoleRights
  #report: (error: unknown) => void

  /** @param server its address without credentials */
  constructor(server: string, report: (error: unknown) => void) {
    this.#disk = new ServerDisk(server)
    this.#rights = new RoleRights(server)
    this.#report = report
  }

  /**
   * Converts an error of the server.
   * @param ask runs a statement on the same server
   */
  async of(error: unknown, ask: (text: string) => Promise<unknown[]>): Promise<unknown> {
    this.#disk.note(error)
    return this.note(await refusalOf(error, ask))
  }

  /** Reports an error of the port here if callers expect it, as they expect each unavailable store. */
  note<T>(refusal: T): T {
    this.#rights.note(refusal)
    if (refusal instanceof DatabaseReplaced || refusal instanceof RightMissing)
      this.#report(refusal)
    return refusal
  }

  /** Returns why the latest statements failed, and what to do. Tries again first: the next change may be days away. */
  async problems(run: <Row extends unknown[]>(text: string) => Promise<Row[]>): Promise<string[]> {
    const rights = await this.#rights.problem(run)
    return [rights ?? [], (await this.#disk.problem(run)) ?? []].flat()
  }
}
