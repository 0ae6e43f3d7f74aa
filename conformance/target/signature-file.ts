import { KIT_SCHEME, type SignatureScheme } from '../receiver/signature.ts'

/** `webhooks.signature` as the target file writes it. */
export interface SignatureFile {
  scheme: 'hmac-sha256' | 'hmac-sha256-body-hex'
  header?: string
  encoding?: SignatureScheme['encoding']
  prefix?: string
  signed?: SignatureScheme['signed']
  timestamp_header?: string
  id_header?: string
  secret?: SignatureScheme['secret']
}

export function readSignature(file: SignatureFile): SignatureScheme {
  const { header = KIT_SCHEME.header } = file
  if (file.scheme === 'hmac-sha256-body-hex') return { ...KIT_SCHEME, header }
  return {
    header,
    encoding: file.encoding ?? 'hex',
    prefix: file.prefix ?? '',
    signed: file.signed ?? 'body',
    secret: file.secret ?? 'raw',
    ...(file.timestamp_header !== undefined && { timestampHeader: file.timestamp_header }),
    ...(file.id_header !== undefined && { idHeader: file.id_header }),
  }
}
