import type { Members } from '../load/parse.ts'

/** Media types by their lower-case form with sorted parameters, without charset=utf-8, which is the default. */
export function typesIn(content: Members): Map<string, string> {
  return new Map(Object.keys(content).map((type) => [plain(type), type]))
}

function plain(type: string): string {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  const said = parameters
    .map((parameter) => parameter.trim().replace(/"/g, ''))
    .filter((parameter) => parameter !== '' && parameter !== 'charset=utf-8')
  return [name.trim(), ...said.sort()].join(';')
}

/** Whether a range such as `image/*` holds a type; a type holds itself. */
export function covers(range: string, type: string): boolean {
  if (range === type || range === '*/*') return true
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1))
}
