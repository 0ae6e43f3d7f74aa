import { walk } from '../http/json.ts'
import type { Redactor } from '../http/redactor.ts'
import type { Bindings } from '../target/states.ts'

const SECRET_NAME = /key|secret|token/

/** Redacts each binding of a state whose name contains key, secret or token in the reports. */
export function hideBindings(redactor: Redactor, state: string, bindings: Bindings): void {
  for (const { value, path } of walk(bindings)) {
    if (typeof value === 'string' && SECRET_NAME.test(String(path.at(-1))) && value.length >= 8)
      redactor.addUnlessKnown(`${state}.${path.join('.')}`, value)
  }
}
