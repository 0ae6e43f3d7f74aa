const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Where do you live?', required: true },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
]

/** A step with two questions that need an answer. */
export const FORM = { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } }
