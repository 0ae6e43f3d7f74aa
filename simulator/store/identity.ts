/** Identifies the data folder that a file belongs to, and counts the commits of its records. */
export interface Identity {
  id: string
  /**
   * Incremented by each commit before it is acknowledged: a lower value in another file means lost
   * writes.
   */
  generation: number
}

/** Written beside the records after each commit. */
export interface Marker extends Identity {
  /**
   * Last position in the activity log; commits of activity alone do not increment the generation.
   */
  activity?: number
}

/** Parses an identity; undefined if there is none. */
export function identityFrom(value: unknown): Marker | undefined {
  const { id, generation, activity } = (value ?? {}) as Partial<Marker>
  return typeof id === 'string' && Number.isSafeInteger(generation)
    ? {
        id,
        generation: generation!,
        ...(Number.isSafeInteger(activity) && { activity: activity! }),
      }
    : undefined
}
