/** The SDK without its page: your own page draws the steps and submits them. */
export { type Description, type InitOptions, type Verification, init } from './core/verification.ts'
export { VskitError, type Issue, type SdkErrorCode } from './core/errors.ts'
export type { BaseUrl, Mode, Region } from './core/endpoint.ts'
export type { OnEvent, SdkEvent, SigningStatus } from './core/events.ts'
export type { Acquisition, FormAnswer, Submission } from './core/submission.ts'
export type { FetchToken, GetSessionToken, TokenContext } from './core/tokens.ts'
export {
  type SigningCopy,
  type SigningFrame,
  type SigningOptions,
  type SigningProgress,
  type SigningState,
  mountSigning,
} from './signing/frame.ts'
