/** The operations of PROTOCOL.md, with the purpose of each. */
export const OPERATIONS = {
  begin: 'begins a verification',
  result: "returns the backend's record of a verification",
  image: 'returns the image of a verification that a person sees',
  browser_token: 'returns the response to a token request of the browser SDK',
  verify: 'checks a signed file',
  restart: 'kills the backend and starts it again',
} as const

export type Operation = keyof typeof OPERATIONS

/** The backend's record of a verification. Members that it does not keep are left out. */
export interface Outcome {
  /** Outcome on which it acts; null before there is one. */
  outcome: string | null
  /** Names of the stored images. */
  images?: string[]
  /** Number of times that it acted on the completion of the verification. */
  effects?: number
  /** Source of the decision, if stored; null if unknown. */
  decision_source?: string | null
  /** `live` or `test`, if stored; null if unknown. */
  mode?: string | null
}

/** Conclusion of a backend about a signed file. */
export const VERDICTS = ['accepted', 'rejected', 'not_found', 'undecided'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Ready {
  /** URL of the receiver, if the driver has started it. */
  webhook?: string
  can: Operation[]
  /** Whether its processes share no state, so that one does not know what another was answered. */
  stateless: boolean
  /** Longest time in which its backend resumes the work that a crash ended; undefined if it states none. */
  recoveryMs?: number
}

/** Parses the first line of a driver; returns its error as text. */
export function readReady(line: Record<string, unknown>): Ready | string {
  const { webhook, can, stateless = false, recovery_seconds: recovery } = line
  if (!Array.isArray(can))
    return `"can" must be a list of operations: ${Object.keys(OPERATIONS).join(', ')}`
  const unknown = can.find((one) => !Object.hasOwn(OPERATIONS, String(one)))
  if (unknown !== undefined)
    return `"can" has unknown operations: ${JSON.stringify(unknown)}. Known: ${Object.keys(OPERATIONS).join(', ')}`
  if (webhook !== undefined && !(typeof webhook === 'string' && URL.canParse(webhook)))
    return `"webhook" must be the URL of the receiver, got ${JSON.stringify(webhook)}`
  if (typeof stateless !== 'boolean')
    return `"stateless" must be true or false, got ${JSON.stringify(stateless)}`
  if (recovery !== undefined && !(typeof recovery === 'number' && recovery > 0))
    return `"recovery_seconds" must be a number above 0, got ${JSON.stringify(recovery)}`
  return {
    can: can as Operation[],
    stateless,
    ...(webhook !== undefined && { webhook }),
    ...(recovery !== undefined && { recoveryMs: recovery * 1000 }),
  }
}

/** Checks the form of a `result`; returns its error as text. */
export function readOutcome(value: Record<string, unknown>): Outcome | string {
  const { outcome = null, images, effects, decision_source, mode } = value
  if (outcome !== null && typeof outcome !== 'string') return '"outcome" must be a string or null'
  if (
    images !== undefined &&
    !(Array.isArray(images) && images.every((one) => typeof one === 'string'))
  )
    return '"images" must be a list of names'
  if (effects !== undefined && !Number.isInteger(effects)) return '"effects" must be a whole number'
  for (const [name, text] of Object.entries({ decision_source, mode }))
    if (text !== undefined && text !== null && typeof text !== 'string')
      return `"${name}" must be a string or null`
  return { ...(value as object), outcome } as Outcome
}
