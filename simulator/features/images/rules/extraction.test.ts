import t from 'tap'
import { identities } from '../../../../fixtures/identities.ts'
import { extraction } from './extraction.ts'

t.test('an extraction contains the fields of the document and the mode', async (t) => {
  t.strictSame(
    extraction(
      identities.find(({ id }) => id === 'kembangrasa')!,
      'live',
    ),
    {
      mode: 'live',
      document_type: 'id_card',
      issuing_country: 'UTO',
      family_name: 'Kembangrasa',
      given_names: [],
      date_of_birth: '1998-07-07',
      document_number: 'UC0000042',
      expires_on: '2035-01-19',
    },
  )
  t.match(
    extraction(
      identities.find(({ id }) => id === 'joost')!,
      'test',
    ),
    {
      mode: 'test',
      document_type: 'passport',
      family_name: 'van der Wolkenried',
      given_names: ['Joost'],
    },
  )
})
