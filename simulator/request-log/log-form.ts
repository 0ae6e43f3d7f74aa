export type LogForm = 'pretty' | 'json' | 'off'
export const LOG_FORMS: readonly LogForm[] = ['pretty', 'json', 'off']
