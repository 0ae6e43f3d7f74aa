import { ApiError, invalid } from './errors.js'
import { route } from './route.js'
import { issue, oneOf } from './validate.js'

const MIB = 1024 * 1024
/** First bytes of a JPEG and a PNG, in hex. */
const IMAGE = /^(ffd8ff|89504e470d0a1a0a)/

const isOutcome = oneOf('pass', 'review', 'fail', 'doc_quality')

export const scanRoutes = [
  route('POST', '/v1/id-verification', { routeClass: 'idv:create' }, async (call) => {
    const { mode } = call.key
    const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(
      call.headers['content-type'] ?? '',
    )?.[1]
    if (!boundary) throw new ApiError('unsupported_media_type', 'Send multipart/form-data.')
    const parts = partsOf(await call.bytes(21 * MIB), boundary)
    const images = parts.filter(({ name }) => name === 'front' || name === 'back')
    if (images.some(({ bytes }) => bytes.byteLength > 10 * MIB))
      throw new ApiError('payload_too_large', 'An image is over 10 MiB.')
    const outcome = parts.find(({ name }) => name === 'expected_outcome')?.bytes.toString()
    const issues = [
      ...images.flatMap(({ name, bytes }) =>
        IMAGE.test(bytes.toString('hex', 0, 8))
          ? []
          : [issue('invalid_image', [name], 'Expected a JPEG or a PNG.')],
      ),
      ...(images.some(({ name }) => name === 'front')
        ? []
        : [issue('required', ['front'], 'front is required.')]),
      ...(outcome === undefined ? [] : outcomeIssues(outcome, mode)),
    ]
    if (issues.length > 0) throw invalid(issues)
    // This service cannot read documents, so in live mode none is readable.
    if (mode === 'live' || outcome === 'fail' || outcome === 'doc_quality')
      throw new ApiError('document_unreadable', 'The document could not be read.', { mode })
    return {
      status: 200,
      body: { data: { mode, family_name: 'Specimen', given_names: ['Una'] } },
    }
  }),
]

function outcomeIssues(outcome, mode) {
  return mode === 'live'
    ? [issue('test_mode_only', ['expected_outcome'], 'This is for test mode only.')]
    : isOutcome(outcome, ['expected_outcome'])
}

function partsOf(body, boundary) {
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n')
    return {
      name: /\bname="([^"]*)"/.exec(part.slice(0, end))?.[1],
      bytes: Buffer.from(part.slice(end + 4, -2), 'latin1'),
    }
  })
}
