import type { Location } from '../judgement.ts'
import type { Members } from '../load/parse.ts'
import { at, sub } from './nodes.ts'
import type { Reporter } from './reporter.ts'

/** The index of a parameter in its list. Parameters that are referred to have a name instead. */
const INDEX = /(?<=\/parameters)\/\d+$/

/** Returns the place of the list that a parameter was added to. The text of the change names the parameter. */
export function withoutIndex(location: Location): Location {
  return { ...location, pointer: location.pointer.replace(INDEX, '') }
}

/** The reporter of a parameter whose index in head depends on the other parameters: ids use its place in base. */
export function reporterWithOrigin(reporter: Reporter, before: Members, after: Members): Reporter {
  const [was, is] = [at(before, '', 'base'), at(after, '', 'head')]
  if (!INDEX.test(is.pointer)) return reporter
  const isInside = ({ side, file, pointer }: Location) =>
    side === 'head' && file === is.file && `${pointer}/`.startsWith(`${is.pointer}/`)
  return {
    ...reporter,
    report: (kind, what, location, classification, where) => {
      const origin = isInside(location) && sub(was, location.pointer.slice(is.pointer.length))
      reporter.report(kind, what, location, classification, {
        ...where,
        ...(origin && { origin }),
      })
    },
  }
}
