import { type ProviderState, text } from './state.ts'

/** Logs that only the console shows. */
export const logStates: Record<string, ProviderState> = {
  activity_log: {
    description: 'The entries of the activity log.',
    takes: { session_id: text },
    needs: ['organization'],
    async setUp(use) {
      const { mode, session_id } = use.params
      const filters = new URLSearchParams({
        organization: await use.organization(),
        mode,
        limit: '100',
        ...(session_id !== undefined && { session_id: session_id as string }),
      })
      const newestFirst = await use.control<object[]>('GET', `/activity?${filters}`)
      return { entries: newestFirst.toReversed() }
    },
  },
}
