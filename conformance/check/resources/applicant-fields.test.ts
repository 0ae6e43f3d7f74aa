import t from 'tap'
import { Answer } from '../../http/answer.ts'
import { exactNumber } from '../../http/json.ts'
import {
  blockIfMoreIsNeeded,
  submittedApplicant,
  unlessApplicantNeedsMore,
  withApplicantFields,
} from './applicant-fields.ts'
import type { StepRequest } from '../check.ts'
import { dataSubjectRequest } from './data-subject-request.ts'
import { readOpenChoices } from '../../target/open-choices.ts'

function answer(status: number, json: unknown): Answer {
  return new Answer({
    status,
    statusLine: '',
    rawHeaders: [],
    milliseconds: 0,
    body: Buffer.from(JSON.stringify(json)),
  })
}

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
const applicantFields = { email: 'una@applicant.example' }
const create: StepRequest = { method: 'POST', path: '/v1/applicants', json: NAME }
const inline: StepRequest = { method: 'POST', path: '/v1/sessions', json: { applicant: NAME } }

t.test('fields of the target file are added to new applicants only', async (t) => {
  const sent = (request: StepRequest) => withApplicantFields(request, { applicantFields }).json
  t.strictSame(sent(create), { ...applicantFields, ...NAME })
  t.strictSame(sent(inline), { applicant: { ...applicantFields, ...NAME } })
  t.strictSame(sent({ ...create, json: { ...NAME, email: 7 } }), { ...NAME, email: 7 })
  for (const other of [
    { ...inline, json: {} },
    { ...inline, json: { applicant: 'Una' } },
    { ...create, json: [] },
    { ...create, method: 'PATCH', path: '/v1/applicants/7' },
  ] as const)
    t.equal(sent(other), other.json)
})

t.test('a creation that lacks only further fields is blocked, any other is judged', async (t) => {
  const refused = (request: StepRequest, ...paths: unknown[]) =>
    unlessApplicantNeedsMore(
      request,
      answer(422, { error: { details: { issues: paths.map((path) => ({ path })) } } }),
    )
  t.throws(() => refused(create, ['email']), /a name: email; .*open_choices\.applicant_fields/)
  t.throws(() => refused(inline, ['applicant', 'email'], ['applicant', 'phone']), /email, phone/)
  for (const paths of [[], [['family_name']], [['email'], ['family_name']], [[]], ['email']])
    t.doesNotThrow(() => refused({ ...create, json: {} }, ...paths), JSON.stringify(paths))
  const withMail = { ...create, json: { ...NAME, email: 'no' } }
  t.doesNotThrow(() => refused(withMail, ['email']), 'a field that was sent')
  const unknown = { ...inline, json: { applicant: NAME, vskit_zebra: 1 } }
  t.doesNotThrow(() => refused(unknown, ['vskit_zebra']), 'an unknown field beside the applicant')
  const issues = [{ path: ['applicant.address'], keys: ['vskit_gnu'] }]
  t.doesNotThrow(
    () => unlessApplicantNeedsMore(inline, answer(422, { error: { details: { issues } } })),
    'unrecognized fields of an inner object, with a path of its own form',
  )
})

t.test('an SDK submission has the fields of the target file under its own names', async (t) => {
  const fields = {
    date_of_birth: '1990-04-01',
    address: { postal_code: 'N1 9GU' },
    email: 'una@applicant.example',
    nationality: 'GB',
  }
  t.strictSame(
    submittedApplicant({ applicantFields: fields }, { legalName: 'Una', email: 'own@x.example' }),
    {
      dateOfBirth: '1990-04-01',
      address: { postalCode: 'N1 9GU' },
      email: 'own@x.example',
      legalName: 'Una',
    },
    'the members of a submission only, and never in place of its own',
  )
})

t.test('a submission that lacks only further fields is blocked, any other is judged', async (t) => {
  const judged = (path: unknown, place: unknown) =>
    blockIfMoreIsNeeded(
      answer(422, { error: { details: { issues: [{ path }] } } }),
      { legalName: 'Una' },
      place,
    )
  t.throws(() => judged(['person', 'dateOfBirth'], 'person'), /a name: date_of_birth; /)
  t.throws(() => judged(['email'], null), /a name: email; /)
  for (const name of ['legalName', 'familyName', 'givenNames'])
    t.doesNotThrow(() => judged(['person', name], 'person'), name)
})

t.test('a data subject request has the id as the service wrote it', async (t) => {
  const open = readOpenChoices({
    data_subject_request: {
      person: '{applicant_id}',
      digits: '{applicant_id:text}',
      note: 'of {applicant_id}',
    },
  })
  const about = (id: unknown, status = 201) =>
    dataSubjectRequest(open, answer(status, { data: { id } }))
  t.strictSame(about('app_"1'), { person: 'app_"1', digits: 'app_"1', note: 'of app_"1' })
  t.strictSame(about(17), { person: 17, digits: '17', note: 'of 17' })
  const large = '9007199254740993'
  t.equal(
    JSON.stringify(about(exactNumber(large))),
    `{"person":${large},"digits":"${large}","note":"of ${large}"}`,
  )
  t.equal(
    JSON.stringify(about(large)),
    `{"person":"${large}","digits":"${large}","note":"of ${large}"}`,
  )
  t.strictSame(about(17, 422), { person: '', digits: '', note: 'of ' })
})
