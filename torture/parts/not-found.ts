import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'
import type { Run } from '../run.ts'

const PAIRS = 3000
/**
 * Cliff's delta: the difference between the shares of pairs in which the first or the second is
 * faster.
 */
const MOST_EFFECT = 0.1

interface Family {
  name: string
  a: () => Promise<unknown>
  b: () => Promise<unknown>
}

export const notFound: Part = {
  name: 'not-found',
  promise:
    'A record that a key cannot see gets the response of a missing one: same bytes, same time.',
  cases: 4,
  share: 1,
  quick: false,
  async run(run) {
    const clients = new Clients(await run.simulator())
    const own = await clients.organization()
    const other = await clients.organization()
    const make = async (path: string, body: object): Promise<string> =>
      (await other.data<{ id: string }>('POST', path, body)).id
    const ids = {
      sessions: await make('/v1/sessions', {}),
      applicants: await make('/v1/applicants', { family_name: 'Ek' }),
      'workflow-templates': await other.leaseTemplate(),
      'webhook-subscriptions': await make('/v1/webhook-subscriptions', {
        url: 'https://hooks.example.com/',
        events: ['kyc.session.expired'],
      }),
    }
    const families = Object.entries(ids).map(([name, id]): [string, string, string, string] => {
      // An unknown id with the same letters as a real one.
      const [prefix, rest] = id.split('_') as [string, string]
      const turned = (by: number): string =>
        copied(`${prefix}_${rest.slice(by)}${rest.slice(0, by)}`)
      return [name, copied(id), turned(7), turned(11)]
    })
    await run.inLanes(
      1,
      async (no) => {
        const [name, foreign, none, nobodys] = families[no % families.length]!
        const ask = (id: string) => async (): Promise<string> => {
          const { status, text } = await own.ask('GET', `/v1/${name}/${id}`)
          return `${status} ${text.replace(/"req_[0-9a-z]+"/, '')}`
        }
        const [one, two] = [await ask(foreign)(), await ask(none)()]
        run.expect(one === two && one.startsWith('404 '), no, () => `${name}: ${one} is not ${two}`)
        const control = await effect(run, run.random(`${no} control`), {
          name,
          a: ask(none),
          b: ask(nobodys),
        })
        const found = await effect(run, run.random(no), { name, a: ask(foreign), b: ask(none) })
        run.figures[name] = `${found.toFixed(3)} (control ${control.toFixed(3)})`
        run.expect(
          Math.abs(found) <= MOST_EFFECT || Math.abs(control) > MOST_EFFECT,
          no,
          () =>
            `${name}: effect size ${found.toFixed(3)} between a foreign id and an unknown one, ${control.toFixed(3)} between two unknown ones`,
        )
      },
      families.length,
    )
    clients.close()
  },
}

/**
 * Returns a text of its own. V8 keeps a text that was joined from parts as references to them, and
 * the client takes longer to send it: an effect of -0.05 without any difference in the server.
 */
function copied(text: string): string {
  return Buffer.from(text).toString()
}

/** Measures pairs in random order. */
async function effect(run: Run, random: Random, { a, b }: Family): Promise<number> {
  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const begun = process.hrtime.bigint()
    await act()
    return Number(process.hrtime.bigint() - begun)
  }
  for (let i = 0; i < 200; i++) await Promise.all([a(), b()])
  let balance = 0
  let pairs = 0
  while (pairs < PAIRS && (pairs < 500 || run.hasTimeLeft)) {
    const first = random.chance(0.5)
    const [x, y] = first ? [await timed(a), await timed(b)] : [await timed(b), await timed(a)]
    balance += Math.sign(first ? x - y : y - x)
    pairs++
  }
  return balance / pairs
}
