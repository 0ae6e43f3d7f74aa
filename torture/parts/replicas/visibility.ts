import { Backend } from '../../clients.ts'
import type { Part } from '../../part.ts'
import { Cluster } from '../../replicas/cluster.ts'

/** Keys of one organization: each change of it is stored as a whole. */
const KEYS = 50

export const replicasVisibility: Part = {
  name: 'replicas-visibility',
  promise:
    'A write that one replica has acknowledged is visible at the others: 1,000 keys created and revoked.',
  cases: 1000,
  share: 1,
  quick: true,
  stores: ['postgres'],
  async run(run) {
    const { replicas } = await Cluster.start(run, { replicas: 3 })
    const organizations = new Map<number, Promise<string>>()
    const organizationOf = (no: number): Promise<string> => {
      const place = Math.floor(no / KEYS)
      const made =
        organizations.get(place) ??
        replicas[0]!.clients.organization().then(({ organization }) => organization)
      organizations.set(place, made)
      return made
    }
    let refused = 0
    let accepted = 0
    await run.inLanes(4, async (no) => {
      const from = replicas[no % replicas.length]!
      // A random other replica.
      const step = 1 + run.random(no).below(replicas.length - 1)
      const to = replicas[(no + step) % replicas.length]!
      const organization = await organizationOf(no)
      const keys = `/organizations/${organization}/keys`
      const { id, key } = await from.clients.controlClient<{ id: string; key: string }>(
        'POST',
        keys,
        {
          type: 'sk',
          mode: 'test',
        },
      )
      const there = new Backend(to.clients.us, organization, key)
      const here = new Backend(from.clients.us, organization, key)
      const used = await there.ask('GET', '/v1/wallet')
      const session = await here.data<{ id: string }>('POST', '/v1/sessions', {})
      const read = await there.ask('GET', `/v1/sessions/${session.id}`)
      for (const { status, text } of [used, read]) {
        if (status !== 200) refused++
        run.expect(status === 200, no, () => `a key created before is refused: ${status} ${text}`)
      }
      await from.clients.controlClient('POST', `${keys}/${id}/revoke`)
      const late = await there.ask('GET', `/v1/sessions/${session.id}`)
      if (late.status !== 401) accepted++
      run.expect(late.status === 401, no, () => `a revoked key gets ${late.status}`)
    })
    run.figures['created, then refused'] = refused
    run.figures['revoked, then accepted'] = accepted
  },
}
