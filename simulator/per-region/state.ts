import { type Answer, json } from '../call/answer.ts'
import type { KeyPlace } from '../features/signing/seal-keys.ts'
import { worldCounts } from '../control/views.ts'
import type { Organizations } from '../world/organizations.ts'
import type { Region } from '../world/world.ts'

type Data = Record<string, unknown>

/** Returns the `data` of a response. */
export function dataOf<T = Data>({ json: body }: Answer): T {
  return (JSON.parse(body!.text) as { data: T }).data
}

/** Joins the lists of both regions. */
export function joinedLists(us: Answer, eu: Answer): Answer {
  return json(us.status, { data: [...dataOf<unknown[]>(us), ...dataOf<unknown[]>(eu)] })
}

/** Each database may hold unused seal keys of the other region. */
export function joinedSealKeys(us: Answer, eu: Answer): Answer {
  const own = (answer: Answer, region: Region): KeyPlace[] =>
    dataOf<KeyPlace[]>(answer).filter((key) => key.region === region)
  return json(us.status, { data: [...own(us, 'us'), ...own(eu, 'eu')] })
}

export function joinedWorld(us: Answer, eu: Answer): Answer {
  const organizations = [us, eu].flatMap(
    (answer) => dataOf<{ organizations: object[] }>(answer).organizations,
  )
  return json(us.status, { data: { ...dataOf(us), organizations } })
}

interface Health extends Data {
  status: 'ok' | 'failing'
  problems?: string[]
  next_job_at: string | null
  store: string
  replicas: object[]
  lane_lag_seconds: number
}

/** Returns a response with the counts of all organizations in place of those of a region. */
export function counted(answer: Answer, world: Organizations): Answer {
  return json(answer.status, { data: { ...dataOf(answer), counts: worldCounts(world) } })
}

/** `replicas` lists this process once for each database. */
export function joinedHealth(us: Answer, eu: Answer): Answer {
  const [one, other] = [dataOf<Health>(us), dataOf<Health>(eu)]
  const due = [one.next_job_at, other.next_job_at].filter((at) => at !== null)
  const replicas = (health: Health, region: Region): object[] =>
    health.replicas.map((replica) => ({ region, ...replica }))
  const problems = [one, other].flatMap((health) => health.problems ?? [])
  return json(us.status, {
    data: {
      ...one,
      status: problems.length === 0 ? 'ok' : 'failing',
      ...(problems.length > 0 && { problems }),
      next_job_at: due.toSorted()[0] ?? null,
      store: `us=${one.store},eu=${other.store}`,
      replicas: [...replicas(one, 'us'), ...replicas(other, 'eu')],
      lane_lag_seconds: Math.max(one.lane_lag_seconds, other.lane_lag_seconds),
    },
  })
}
