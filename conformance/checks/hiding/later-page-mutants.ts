import type { JsonBody } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const isLive = (key: string | undefined): boolean => /_live_/.test(key ?? '')

/** Shows records of others on the pages after the first one. */
function leakingPages(
  area: string,
  path: string,
  of: string,
  breaks: string,
  isOther: (maker: string, asker: string) => boolean,
): Mutant {
  return {
    name: `shows ${area} of ${of} on later pages of the list`,
    killedBy: `${area}.later-pages-of-the-list`,
    breaks,
    fault: () => {
      const made: { maker: string; record: unknown }[] = []
      return {
        response(request, response) {
          const [list, query = ''] = request.path.split('?')
          if (list !== path || response.status >= 300) return
          const key = request.headers['authorization'] ?? ''
          const body = JSON.parse(response.body.toString()) as JsonBody
          if (request.method === 'POST') made.push({ maker: key, record: body.data })
          if (request.method !== 'GET' || !query.includes('cursor=')) return
          const theirs = made.filter(({ maker }) => isOther(maker, key))
          const data = [body.data, theirs.map(({ record }) => record)].flat()
          response.body = Buffer.from(JSON.stringify({ ...body, data }))
        },
      }
    },
  }
}

export const LATER_PAGE_MUTANTS: readonly Mutant[] = (
  [
    ['applicants', '/v1/applicants'],
    ['templates', '/v1/workflow-templates'],
  ] as const
).flatMap(([area, path]) => [
  leakingPages(
    area,
    path,
    'live mode',
    'PLN-007',
    (maker, asker) => isLive(maker) && !isLive(asker),
  ),
  leakingPages(
    area,
    path,
    'another organization',
    'ERR-006',
    (maker, asker) => maker !== asker && isLive(maker) === isLive(asker),
  ),
])
