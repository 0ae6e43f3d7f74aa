import { LEASE } from '../../simulator/testing/signing.ts'

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Where do you live?', required: true },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
  { id: 'rooms', type: 'multiple_choice', label: 'Which rooms?', options: ['Kitchen', 'Study'] },
  { id: 'count', type: 'number', label: 'How many?' },
]
export const IDENTITY = { id: 'identity', type: 'id_verification' }
export const FORM = { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } }
const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
/** A workflow with each kind of screen. */
export const STEPS = [
  { ...IDENTITY, config: { allowPhotoUpload: true, faceCheck: 'selfie' } },
  FORM,
  { id: 'background', type: 'background_check' },
  LEASES,
  { id: 'mail', type: 'email_verification' },
]
