import { answers, json, lists, type Mutant } from './faults.ts'

export const ENVELOPE_MUTANTS: readonly Mutant[] = [
  { name: 'lets strangers list sessions', killedBy: 'envelope.no-credential', breaks: 'END-001',
    fault: answers((request) => lists(request) && !request.headers['authorization'],
      (response) => { response.status = 200 }) },
  { name: 'leaves details out of the envelope', killedBy: 'envelope.no-credential', breaks: 'ENV-001',
    fault: json(lists, ({ error }) => { delete error?.details }) },
  { name: 'numbers requests without req_', killedBy: 'envelope.no-credential', breaks: 'ENV-004',
    fault: json(lists, ({ error }) => { if (error) error.request_id = '123456' }) },
  { name: 'gives a relative doc_url', killedBy: 'envelope.no-credential', breaks: 'ENV-003',
    fault: json(lists, ({ error }) => { if (error) error.doc_url = '/errors/authentication_required' }) },
]
