/** The whole SDK: the exports of `headless.ts`, and `mount`. */
export * from './headless.ts'
export { type MountOptions, type Mounted, mount } from './ui/mount.ts'
export type { SubmitCallback } from './ui/journey.ts'
export type { CompleteCopy, Copy } from './messages/copy.ts'
export type { JourneyMessages } from './messages/en/journey.ts'
export type { SigningMessages } from './messages/en/signing.ts'
