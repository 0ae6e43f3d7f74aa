import type { OperationId } from '../../../spec/contract.ts'
import type { FormBody } from '../form-body.ts'

/** Actions of the signer, by the last segment of the form's path. */
export const ACTS: Record<string, { operationId: OperationId; body?: (form: FormBody) => object }> =
  {
    open: { operationId: 'retrieveSdkEnvelope' },
    consent: {
      operationId: 'acceptSdkConsent',
      body: ({ fields }) => ({
        version: Number(fields.get('version')),
        hash: fields.get('hash') ?? '',
      }),
    },
    sign: {
      operationId: 'signSdkEnvelope',
      body: ({ fields }) => ({ typedName: fields.get('typedName') ?? '' }),
    },
    decline: {
      operationId: 'declineSdkEnvelope',
      body: ({ fields }) => {
        const reason = fields.get('reason')?.trim()
        return reason ? { reason } : {}
      },
    },
    withdraw: { operationId: 'withdrawSdkConsent' },
    'paper-copy': { operationId: 'requestSdkPaperCopy' },
  }
