import { SCHEMA } from '../connections.ts'
import { RightMissing } from './losses.ts'

/** Rights on tables, sequences and functions that requests and jobs need, and that the role has not. */
const MISSING = `
  SELECT right_name || ' on ' || relname FROM pg_class,
    unnest(CASE relkind WHEN 'r' THEN '{SELECT,INSERT,UPDATE,DELETE}' WHEN 'S' THEN '{USAGE}' END::text[]) right_name
  WHERE relnamespace = '${SCHEMA}'::regnamespace AND NOT CASE relkind
    WHEN 'S' THEN has_sequence_privilege(oid, 'USAGE, UPDATE') ELSE has_table_privilege(oid, right_name) END
  UNION ALL
  SELECT 'EXECUTE on ' || proname FROM pg_proc
  WHERE pronamespace = '${SCHEMA}'::regnamespace AND NOT has_function_privilege(oid, 'EXECUTE')
  ORDER BY 1`
/** Missing rights that a message names. */
const MOST_NAMED = 5

/** The rights of the role, as far as errors of statements show that some are missing. */
export class RoleRights {
  #server: string
  #refused = false

  /** @param server its address without credentials */
  constructor(server: string) {
    this.#server = server
  }

  /** Call with the errors of the port. */
  note(error: unknown): void {
    if (error instanceof RightMissing) this.#refused = true
  }

  /** Returns which rights are missing, and what to do. @param run runs a statement */
  async problem(run: (statement: string) => Promise<[string][]>): Promise<string | undefined> {
    if (!this.#refused) return undefined
    const missing = (await run(MISSING)).flat()
    this.#refused = missing.length > 0
    if (!this.#refused) return undefined
    const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : ''
    return `${this.#server}: the role of the URL lacks rights in the schema ${SCHEMA}: ${missing.slice(0, MOST_NAMED).join(', ')}${more}. Grant them again: the simulator then continues without a restart.`
  }
}
