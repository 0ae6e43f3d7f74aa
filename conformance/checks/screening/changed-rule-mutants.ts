import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const KILLED_BY = 'screening.rules-of-a-changed-template'

/** Changes the tags of a verification; `earlier` are those of the same template before, in their order. */
const tags =
  (change: (tags: string[], earlier: readonly string[][], other: readonly string[]) => string[]) =>
  (): Fault => {
    const seen = new Map<unknown, string[][]>()
    return {
      bindings({ state, params }, bindings: JsonObject) {
        if (state !== 'template_session') return
        const id = params['template_id']
        const now = bindings['tags'] as string[]
        const others = [...seen].filter(([one]) => one !== id).flatMap(([, all]) => all.slice(-1))
        bindings['tags'] = change(now, seen.get(id) ?? [], others.flat())
        seen.set(id, [...(seen.get(id) ?? []), now])
      },
    }
  }

/** Faults in the rules that a verification is judged by, after the template was written. */
export const CHANGED_RULE_MUTANTS: readonly Mutant[] = [
  {
    name: 'judges no verification by the rules of a template',
    killedBy: KILLED_BY,
    breaks: ['TPL-001', 'TPL-009', 'TPL-010', 'TPL-013'],
    fault: tags(() => []),
  },
  {
    name: 'judges each verification by the first rules of its template',
    killedBy: KILLED_BY,
    breaks: ['TPL-009', 'TPL-010', 'TPL-011', 'TPL-013'],
    fault: tags((now, earlier) => earlier[0] ?? now),
  },
  {
    name: 'judges by the rules before as well',
    killedBy: KILLED_BY,
    breaks: ['TPL-009', 'TPL-011'],
    fault: tags((now, earlier) => [...new Set([...earlier.flat(), ...now])]),
  },
  {
    name: 'judges by no rules after a change of something else',
    killedBy: KILLED_BY,
    breaks: 'TPL-010',
    fault: tags((now, earlier) => (earlier.at(-1)?.join() === now.join() ? [] : now)),
  },
  {
    name: 'judges by the rules of the template that was written last',
    killedBy: KILLED_BY,
    breaks: 'TPL-009',
    fault: tags((now, earlier, other) =>
      other.length > 0 && earlier.length === 0 ? [...other] : now,
    ),
  },
]
