/** Reading and signing documents: every text of the signing frame, and of the hosted signing page. */
export const signing = {
  testMode: 'Test mode',
  testModeNote: 'Every check is simulated: use made-up data, never your own.',
  liveMode: 'Live mode',
  liveModeNote: 'of a simulator: no check is real.',

  title: 'Read and sign',
  titleSigned: 'You have signed',
  titleDeclined: 'You have declined to sign',
  titleWithdrawn: 'You have withdrawn your consent',
  titleClosed: 'Nothing to sign any more',

  invitation:
    '{business} asks you to read and sign documents. Opening them commits you to nothing.',
  openDocuments: 'Open the documents',

  readHeading: '1. Read',
  documentsHeading: 'Documents',
  read: 'Read',
  readNote: '(PDF, opens in a new tab)',
  save: 'Save a copy',
  saveSigned: 'Save your signed copy',
  sealing: 'The sealed copy is still being made: load this page again in a while.',
  fileName: 'document',
  fileNameSigned: '(signed)',

  consentHeading: '2. Agree to sign electronically',
  disclosure: 'Disclosure',
  disclosureLanguage:
    'This text has legal effect as it stands, and is shown in its original language.',
  consent: 'I agree to electronic records and signatures',

  signHeading: '2. Sign',
  consented: 'You have agreed to sign electronically.',
  typedName: 'Your name',
  typedNameHint: 'First and last, as you gave it. Typing it and pressing Sign is your signature.',
  sign: 'Sign',

  declineSummary: "I don't want to sign",
  declineNote: 'This ends the verification. {business} is told that you declined.',
  reason: 'Your reason',
  reasonHint: 'Only {business} reads it.',
  decline: 'Decline to sign',

  rightsHeading: 'Your rights',
  contactDetails: 'To correct your contact details, write to {business}.',
  paperCopy: 'Request a paper copy',
  paperCopyAsked: 'You have asked for a paper copy. {business} sends it free of charge.',
  withdraw: 'Withdraw consent',
  withdrawNoteBefore: 'This ends the verification, and nothing is signed. {business} is told.',
  withdrawNoteAfter:
    'The documents that you have signed remain valid. The withdrawal is recorded. {business} is told.',
  withdrawn: 'You have withdrawn your consent.',
  contact:
    'To withdraw your consent, ask for paper or give new contact details, write to {business}.',

  optional: '(optional)',
  errorPrefix: 'Error:',
  problemsHeading: 'Please look at this again',
  noteHeading: 'Please note',
  problemRequired: 'Please fill this in',
  problemTooLong: 'Please write less',
  problemInvalid: 'Please check this',
  problemName: 'Please type your name as you gave it',
  problemConsent: 'Please agree to sign electronically first.',
  problemDisclosure: 'The disclosure has changed. Please read the new one, and agree again.',
  problemOver: 'This verification has already ended. Nothing was changed.',
  problemDone: 'You have already done that, perhaps in another window. Nothing was changed.',

  frameTitle: 'Signing',
  expiredTitle: 'This page is no longer open',
  expired:
    'It was open for too long, or was opened once before. Go back to the page that you came from.',
  missing: 'This page does not exist, or is no longer kept.',
  failedTitle: 'Something went wrong',
  failed: 'This is our mistake. Your progress is kept. Try again in a moment.',
  busyTitle: 'Too many requests',
  busy: 'Wait for a minute, then try again.',
  back: 'Back to the documents',
} as const

export type SigningMessages = Readonly<Record<keyof typeof signing, string>>
