import { CREDENTIALS, type CredentialName } from './target.ts'
import { FEATURES } from './features.ts'
import { SIMULATOR_ROUTES } from './simulator.ts'

const about = (name: CredentialName) => `      # ${CREDENTIALS[name]}`

/**
 * A target file to start from: valid as it is, for an implementation on this machine, and all that can be said in
 * comments.
 */
export const TARGET_TEMPLATE = `# The implementation to judge. No key stands here: each \`env\` names the variable that holds it.
name: my verification service

regions:
  us:
    base_url: http://127.0.0.1:4001
    credentials:
${about('test')}
      test: { env: VSKIT_US_TEST_KEY }
      # More keys reach more checks. The live key creates live sessions: name one only where that costs nothing.
${about('live')}
      # live: { env: VSKIT_US_LIVE_KEY }
${about('test_read_only')}
      # test_read_only: { env: VSKIT_US_TEST_READ_ONLY_KEY }
${about('test_other_organization')}
      # test_other_organization: { env: VSKIT_US_OTHER_KEY }
      # If your service demands further fields on each session creation, give them beside the key:
      # test: { env: VSKIT_US_TEST_KEY, session_fields: { workflow_template_id: wt_1234 } }
  # eu:
  #   base_url: http://127.0.0.1:4002
  #   credentials:
  #     test: { env: VSKIT_EU_TEST_KEY }

# What your service does not have yet is false: its checks are passed over. All are mandatory by the contract, so the
# run fails until they are there.
# features:
${Object.entries(FEATURES)
  .map(([name, { what }]) => `#   ${name}: false   # ${what}`)
  .join('\n')}

# What the contract leaves open, and the suite has to know to ask. What your service does not have, leave out.
open_choices:
  # country_field: country           # of an address
  # scan_image_part: front           # of POST /v1/id-verification
  # scan_back_part: back
  # data_subject_request: { type: access, applicant_id: '{applicant_id}' }   # of POST /v1/data_subject_requests
  # template_fields: { name: Suite, steps: [{ id: identity, type: id_verification }] }
  # paging: { list_limit: limit, list_cursor: cursor, list_next: next_cursor }   # of GET /v1/webhook-events
  # wrappers: [applicant, page.items]   # members that hold a resource or a list, where that is not data
  routes:
${Object.entries(SIMULATOR_ROUTES)
  .map(([name, route]) => `    ${name}: ${route}`)
  .join('\n')}

# Checks that need a state which no public call makes ask for it here: see conformance/target/PROTOCOL.md. This is the
# simulator's address, which asks for no token.
# provider_states:
#   url: http://127.0.0.1:4000/control/v1
#   token_env: MY_STATES_TOKEN

# Where the suite listens for webhooks, and how your service signs them. The certificate is the suite's own: your service
# has to be told not to check it. Or let a tunnel with a certificate stand in front, and plain_http be true.
# webhooks:
#   receiver: { port: 4010 }
#   # receiver: { port: 4010, plain_http: true, public_url: https://receiver.example.com }
#   patience_seconds: 10                # for a delivery to come
#   # How deliveries are signed. Without it, signatures are not judged, and the report says so.
#   signature:
#     scheme: hmac-sha256
#     header: X-Webhook-Signature
#     encoding: hex                     # of the signature: hex or base64
#     prefix: v1=                       # before the signature; leave out for none
#     signed: body                      # or timestamp.body, id.timestamp.body
#     # timestamp_header: X-Timestamp   # without it, the t= of the signature header
#     # id_header: X-Delivery-Id        # for id.timestamp.body
#     secret: base64                    # how its text is encoded: raw, hex or base64; a prefix such as whsec_ is skipped

# Failures that you know of and mean to mend: each as the report gives its signature, with a reason and a last day.
# expected_failures:
#   - check: limits.headers
#     signature: LIM-024=nothing
#     reason: the gateway drops the header on refusals, ticket 123
#     expires: 2027-01-31
`
