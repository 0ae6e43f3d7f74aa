export interface Statement {
  /** Prepared under this name, once per connection. @default not prepared */
  name?: string
  text: string
}

/** Runs a statement in an open transaction. */
export type Ask = <Row extends unknown[]>(text: string, values?: unknown[]) => Promise<Row[]>
