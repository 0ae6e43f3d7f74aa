const CONSOLE = 'The console has no public route; a provider state names the effect, not the way.'
const ENGINE =
  'The suite writes no rule whose result depends on it, so every engine that keeps what is stated answers alike.'
const CEREMONY =
  "The page of the signer is the service's own; the suite posts what a provider state tells it to."

/**
 * Rows of the ledger on which a server may choose as it likes and the suite sees the same, and why: it asks nothing
 * whose answer depends on them. If a new check depends on one, move its row to a choice of the permissive server.
 */
export const UNSEEN: Record<string, string> = {
  'GAP-ACTION-CONFLICT': ENGINE,
  'GAP-ADJUST-SENSITIVE':
    'The suite writes no rule that adjusts the score on a sensitive attribute.',
  'GAP-AGE-CLOCK': ENGINE,
  'GAP-AGREEMENT-STATES':
    'No public answer names the state of an agreement; what verification says of it is stated.',
  'GAP-BODY-FRAMING': 'The suite sends no request with such headers.',
  'GAP-BODY-LIMITS':
    'The suite sends no JSON that does not parse, and no body that is near a bound but for those stated.',
  'GAP-CERTIFICATE': 'The suite does not read the pages of a signed file, only its hash.',
  'GAP-CHECK-ERROR': 'A provider state makes the error, whatever its cause is in the service.',
  'GAP-CLIENT-TOKEN': 'A provider state hands the token over, by whatever route it was minted.',
  'GAP-CONSOLE-ACTIONS': CONSOLE,
  'GAP-CONSOLE-IMAGES': CONSOLE,
  'GAP-DATE-FORMAT': 'The suite sends days in the one form that is shown, and judges no other.',
  'GAP-DEVICE-SIGNALS':
    'A provider state switches device intelligence on and gives the signals, however the template writes it.',
  'GAP-EMPTY-FINDINGS': ENGINE,
  'GAP-EMPTY-NAMES': ENGINE,
  'GAP-ESIGN-PRICE': 'No public answer names a price, and no check looks at a balance.',
  'GAP-ESIGN-RETENTION':
    'A provider state says that a record is gone, whenever and however that was configured.',
  'GAP-FAMILY-NAME-SOURCE': ENGINE,
  'GAP-FINDING-VOCABULARY': 'A provider state gives the findings that rules are tried on.',
  'GAP-FORM-CONDITIONS':
    "The suite asks with answers that were given and values of the question's kind, and of one choice alone.",
  'GAP-FORM-ROUTING':
    'Which questions are named is shown to reviewers; the suite sees that a form was flagged, which is stated.',
  'GAP-IMAGE-RETENTION': 'A provider state says that images are gone, after whatever period.',
  'GAP-LIVE-EXPECTED-OUTCOME':
    'In live mode the suite sends one of the four values, which is stated to be dropped.',
  'GAP-LOCALIZED-NAME':
    'The suite has one document scanned for an applicant, so that it is the first and the newest.',
  'GAP-MINT-ENDED-SESSION': 'The suite mints tokens for sessions that are open.',
  'GAP-NONFLAT-METADATA':
    'The suite sees that the verification is not approved; a template that is refused earlier leaves the state unreachable.',
  'GAP-OPERAND-TYPES': ENGINE,
  'GAP-PAPER-OUTSTANDING': 'How many copies a business owes is shown to the business alone.',
  'GAP-PATTERN-SEGMENTS':
    'The suite names the check types that are stated or that states are asked for, and no unknown one.',
  'GAP-PHONE-HINT': 'The suite sends one language tag, with a region, or none at all.',
  'GAP-PRIORITY-ORDER': ENGINE,
  'GAP-REFUSAL-ORDER': 'Where the suite wants a refusal, it gives one cause for it.',
  'GAP-REISSUE': 'No provider state has a document re-issued.',
  'GAP-RULE-BOUNDS': 'The suite nests groups as deep as is stated and no deeper.',
  'GAP-RULE-TIMING': ENGINE,
  'GAP-SCORE-WEIGHING': 'The suite sees that an adjustment is kept, and tries no sum of them.',
  'GAP-SCREENING-VALUE':
    "A value that the operator can't use is asked for as a provider state; one that refuses it leaves the state unreachable.",
  'GAP-SDK-ENDPOINTS': 'The target file names the base URLs.',
  'GAP-SDK-EVENTS': 'Events of an SDK are calls inside a page, and no traffic.',
  'GAP-SDK-FRAME': 'The content of a frame is for people; the suite requests none.',
  'GAP-SDK-INIT': 'The functions of an SDK are called inside a page, and are no traffic.',
  'GAP-SDK-NAME-COMPONENTS': 'No check reads the body of the resolving call beyond the session id.',
  'GAP-SEAL-OTHER-REGION':
    'Binds a checker of signed files, which is a client; the suite asks a service.',
  'GAP-SEAL-STRICTNESS': 'The suite checks seals itself, and gives a service none to judge.',
  'GAP-SIGNED-COPY': 'E-mail goes to people, and not to the suite.',
  'GAP-STORE-UNAVAILABLE':
    'The suite cannot take the database away from the service that it judges.',
  'GAP-SUBSCRIPTION-FIELDS':
    'The suite subscribes by a provider state and reads no record of a subscription.',
  'GAP-SUBSCRIPTION-ROUTES':
    'The suite subscribes by a provider state, by whatever route that goes.',
  'GAP-TEMPLATE-SCOPE':
    'The keys that write templates have every scope, and no check takes one away.',
  'GAP-TOKEN-LIFETIMES': 'Every number of minutes lies between the ages that the suite asks for.',
  'GAP-TYPED-NAME': CEREMONY,
  'GAP-UNKNOWN-QUERY': 'The suite sends the query parameters of an operation and no others.',
  'GAP-UNRESOLVED-IN-OR': ENGINE,
  'GAP-VERIFY-BODY-SIZE':
    'The suite sends bodies of some bytes and of a megabyte, with nothing in between.',
  'GAP-VERIFY-MALFORMED-JSON': 'Bodies that the suite labels as JSON are JSON.',
  'GAP-VERIFY-PRECEDENCE':
    'A provider state gives a document one fault, or two whose order is stated.',
  'GAP-VERIFY-SEVERAL': 'Each document of a provider state has bytes of its own.',
}
