import { ASSUMED } from './open-choices.ts'
import { CREDENTIALS, type CredentialName } from './target.ts'
import { FEATURES } from './features.ts'
import { SIMULATOR_ROUTES } from './simulator.ts'

const about = (name: CredentialName) => `      # ${CREDENTIALS[name]}`

/**
 * Returns a target file to start from: valid for an implementation on this machine, with every
 * setting in comments.
 */
export const TARGET_TEMPLATE = `# The implementation to judge. The file contains no keys: each \`env\` names the variable that holds one.
name: my verification service

regions:
  us:
    base_url: http://127.0.0.1:4001
    credentials:
${about('test')}
      test: { env: VSKIT_US_TEST_KEY }
      # If the key certainly has every scope, say so: insufficient_scope then fails the run. Otherwise the check is not judged.
      # test: { env: VSKIT_US_TEST_KEY, every_scope: true }
      # More keys reach more checks. The live key creates live sessions: name one only if that costs nothing.
${about('live')}
      # live: { env: VSKIT_US_LIVE_KEY }
${about('test_read_only')}
      # test_read_only: { env: VSKIT_US_TEST_READ_ONLY_KEY }
${about('test_other_organization')}
      # test_other_organization: { env: VSKIT_US_OTHER_KEY }
      # If your service requires more fields on each session creation, list them with the key:
      # test: { env: VSKIT_US_TEST_KEY, session_fields: { workflow_template_id: wt_1234 } }
  # eu:
  #   base_url: http://127.0.0.1:4002
  #   credentials:
  #     test: { env: VSKIT_EU_TEST_KEY }

# Set features that your service lacks to false: their checks are skipped. The contract requires all of them, so the run
# fails until they exist.
# features:
${Object.entries(FEATURES)
  .map(([name, { what }]) => `#   ${name}: false   # ${what}`)
  .join('\n')}

# Points that the contract leaves open and that the suite needs for its requests. Delete routes that your service lacks.
open_choices:
  # country_field: country           # of an address
  # applicant_fields: { email: 'una.{unique}@applicant.example' }   # required beside the name, inline and on POST /v1/applicants; {unique} differs in each request
  # scan_image_part: front           # of POST /v1/id-verification
  # scan_back_part: back
  # data_subject_request: { type: access, applicant_id: '{applicant_id}' }   # of POST /v1/data_subject_requests; {applicant_id:text} sends a numeric id as a string
  # template_fields: ${JSON.stringify(ASSUMED.template_fields)}   # the smallest template; {unique} differs in each request
  # document_template_fields: ${JSON.stringify(ASSUMED.document_template_fields)}   # a template with a document to sign
  # paging: { list_limit: limit, list_cursor: cursor, list_next: next_cursor }   # of GET /v1/webhook-events; list_next may be a path, as in page.next, and hold a cursor or the address of the next page
  # bodies: { add_session_note: { text: Seen. }, skip_session_step: { step_id: identity }, update_webhook_subscription: { events: '{events}', url: '{url}' } }   # of the routes below; {events} and {url} are replaced by the types and the address
  # verdict_seconds: 10              # that the verdict of a session may take after the last submission
  # wrappers: [applicant, page.items]   # members that hold a resource or a list, where that is not data
  routes:
${Object.entries(SIMULATOR_ROUTES)
  .map(([name, route]) => `    ${name}: ${route}`)
  .join('\n')}

# Sets up states that no public call can make: see conformance/target/PROTOCOL.md. This is the address of the simulator,
# which needs no token.
# provider_states:
#   url: http://127.0.0.1:4000/control/v1
#   token_env: MY_STATES_TOKEN

# The suite's receiver of webhooks, and how your service signs them. Its certificate is self-signed: configure your
# service not to verify it. Or use a tunnel with a certificate, and set plain_http to true.
# webhooks:
#   receiver: { port: 4010 }
#   # receiver: { port: 4010, plain_http: true, public_url: https://receiver.example.com }
#   patience_seconds: 10                # to wait for a delivery
#   # How deliveries are signed. Without it, signatures are not judged, and the report says so.
#   signature:
#     scheme: hmac-sha256
#     header: X-Webhook-Signature
#     encoding: hex                     # of the signature: hex or base64
#     prefix: v1=                       # before the signature; omit for none
#     signed: body                      # or timestamp.body, id.timestamp.body
#     # timestamp_header: X-Timestamp   # without it, the t= of the signature header
#     # id_header: X-Delivery-Id        # for id.timestamp.body
#     secret: base64                    # how its text is encoded: raw, hex or base64; a prefix such as whsec_ or key: is skipped

# Known failures, each with the signature from the report, a reason and an expiry date.
# expected_failures:
#   - check: limits.headers
#     signature: LIM-024=nothing
#     reason: the gateway drops the header of error responses, ticket 123
#     expires: 2027-01-31
`
