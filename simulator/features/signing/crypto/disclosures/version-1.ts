import type { DisclosureItems } from '../disclosure-items.ts'

/** Published: never change a character (CER-008). New wording is version 2, in its own file. */
export const VERSION_1: DisclosureItems = {
  paper:
    'You may have any document of this signing on paper instead of, or besides, in electronic form. Ask for it before or ' +
    'after you sign.',
  withdrawal:
    'You may withdraw your consent to electronic records at any time while this session is open. If you withdraw before you ' +
    'sign, the session ends, nothing is signed, and the business that sent you the documents is told. If you withdraw after ' +
    'you have signed, what you signed stays valid, the withdrawal is recorded, and the business is told. Withdrawing does not ' +
    'ask for a paper copy, and costs nothing.',
  scope: 'Your consent covers the documents of this one transaction and nothing else.',
  how:
    'To withdraw, use the control “Withdraw consent” on the signing page. To correct your e-mail address or other contact ' +
    'details, write to the business that sent you the documents; its address is on the signing page. Once the session has ' +
    'ended, write to the business for either.',
  paper_copy:
    'To get a paper copy, use the control “Request a paper copy” on the signing page while the session is open, or write to the ' +
    'business afterwards. There is no fee for it.',
  requirements:
    'You need a device with a current web browser and a connection to the internet, a program that shows PDF files, and either ' +
    'storage to save them or a printer to print them.',
  changes:
    'If the hardware or software that you need changes so that you might no longer be able to open or keep these records, you ' +
    'will be told by the contact details that the business holds of you, and may withdraw your consent without a fee. A ' +
    'change of this text is a new version, which you would be asked to accept anew.',
}
