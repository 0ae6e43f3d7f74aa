import { LEASE } from './signing.ts'

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Which city?', required: true },
  { id: 'landlord', type: 'email', label: 'Mail address of your landlord' },
  { id: 'tel', type: 'phone', label: 'Phone of your landlord' },
  { id: 'count', type: 'number', label: 'How many rooms?', required: true },
  { id: 'day', type: 'date', label: 'Moving date' },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
  { id: 'kind', type: 'single_choice', label: 'Kind of flat', options: ['Loft', 'Basement'] },
  {
    id: 'rooms',
    type: 'multiple_choice',
    label: 'Which rooms?',
    options: ['Kitchen', 'Bath'],
    required: true,
  },
]
const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
/** A workflow with every type of step, one with a signature only, and one with checks only. */
export const WORKFLOWS = {
  everything: [
    { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
    { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } },
    { id: 'court', type: 'background_check' },
    { id: 'credit', type: 'credit_history' },
    { id: 'mail', type: 'email_verification' },
    LEASES,
    { id: 'last', type: 'sanctions_screening' },
  ],
  signing: [LEASES],
  check: [
    { id: 'court', type: 'background_check' },
    { id: 'last', type: 'sanctions_screening' },
  ],
}
