import t from 'tap'
import { data } from '../../testing/control-client.ts'
import { APPLICANT, signingFor } from '../../testing/signing.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'

t.test('a signer who is erased while a document is sealed again is not written to', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const { backend, control, workflow, signed, console: envelopeOf } = signingFor(simulator)
  const lease = await workflow({ emailSignedRecord: true })
  await control.call('POST', '/organizations/org_acme/sealing_faults', { mode: 'test', times: 1 })
  const { id } = await signed(lease)
  const { applicant_id } = data<{ applicant_id: string }>(
    await backend.call('GET', `/v1/sessions/${id}`),
  )
  const { pdf } = simulator.ports
  const append = pdf.appendCertificate.bind(pdf)
  let erased: number | undefined
  const named: (string | undefined)[] = []
  pdf.appendCertificate = async (...given) => {
    named.push(given[1].signer.email)
    erased ??= (await backend.call('DELETE', `/v1/applicants/${applicant_id}`)).status
    return append(...given)
  }
  const { id: envelope } = await envelopeOf(id)
  t.match(await control.call('POST', `/envelopes/${envelope}/seal`), { status: 'sealed' })
  t.equal(erased, 204)
  t.strictSame(named, [APPLICANT.email, undefined], 'the file is made again, without the address')
  const mails = await control.call<{ to: string }[]>('GET', '/emails')
  t.strictSame(
    mails.filter(({ to }) => to === APPLICANT.email),
    [],
    'only the business gets the signed record',
  )
})
