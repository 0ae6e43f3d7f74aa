import type { OperationId } from '../spec/contract.ts'

/**
 * Operations of the contract that the simulator doesn't perform yet: they answer 501 in the error envelope, after
 * everything that comes before a handler. `not-built.test.ts` prints the list until it is empty.
 */
export const NOT_BUILT: OperationId[] = [
  'retrieveSdkEnvelope', 'downloadSdkDocument', 'acceptSdkConsent', 'withdrawSdkConsent', 'requestSdkPaperCopy',
  'signSdkEnvelope', 'declineSdkEnvelope',
]
