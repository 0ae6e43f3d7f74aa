const CONSOLE = 'The console has no public route; a provider state names the effect, not the means.'
const ENGINE =
  'The suite writes no rule whose result depends on it, so every conforming engine has the same responses.'
const CEREMONY =
  "The page of the signer is the service's own; the suite sends the request that a provider state describes."

/**
 * Rows of the ledger whose choice the suite cannot observe, with the reason: no response depends on
 * the choice. If a new check depends on one, move its row to a choice of the permissive
 * server.
 */
export const UNOBSERVABLE: Record<string, string> = {
  'GAP-ACTION-CONFLICT': ENGINE,
  'GAP-ADJUST-SENSITIVE':
    'The suite writes no rule that adjusts the score on a sensitive attribute.',
  'GAP-AGE-CLOCK': ENGINE,
  'GAP-AGREEMENT-STATES':
    'No public response names the state of an agreement; the result of its verification is stated.',
  'GAP-BODY-FRAMING': 'The suite sends no request with such headers.',
  'GAP-BODY-LIMITS':
    'The suite sends no invalid JSON, and no body near a limit except the stated ones.',
  'GAP-CERTIFICATE': 'The suite does not read the pages of a signed file, only its hash.',
  'GAP-CHECK-ERROR': 'A provider state makes the error, with any cause in the service.',
  'GAP-CLIENT-TOKEN': 'A provider state returns the token, minted by any route.',
  'GAP-CONSOLE-ACTIONS': CONSOLE,
  'GAP-CONSOLE-IMAGES': CONSOLE,
  'GAP-CREDENTIAL-CASE':
    'The suite changes the case only of credentials that have capital and small letters.',
  'GAP-DATE-FORMAT': 'The suite sends dates only in the documented form, and judges no other.',
  'GAP-DEVICE-SIGNALS':
    'A provider state enables device intelligence and returns the signals, for any form of the template.',
  'GAP-DUPLICATES': 'The arrays that the suite sends have different entries.',
  'GAP-EMPTY-FINDINGS': ENGINE,
  'GAP-EMPTY-NAMES': ENGINE,
  'GAP-ESIGN-PRICE': 'No public response names a price, and no check reads a balance.',
  'GAP-ESIGN-RETENTION':
    'A provider state says that a record is deleted, for any retention configuration.',
  'GAP-FAMILY-NAME-SOURCE': 'The document of a provider state prints the names of its applicant.',
  'GAP-FORM-ANSWERS': 'The suite answers with addresses and numbers that are well-formed.',
  'GAP-FORM-CONDITIONS': "The suite uses answers of the question's type, and single choices only.",
  'GAP-FORM-ROUTING':
    'Reviewers see the names of the questions; the suite sees only the flag of a form, which is stated.',
  'GAP-ID-CASE':
    'The suite sends ids as the service wrote them, and unknown ids that differ in more than case.',
  'GAP-IMAGE-RETENTION': 'A provider state says that images are deleted, after any period.',
  'GAP-KEY-ROTATION': 'A provider state says that a key was replaced and any overlap is over.',
  'GAP-LIVE-EXPECTED-OUTCOME':
    'In live mode the suite sends strings, which are stated to be dropped.',
  'GAP-LOCALIZED-NAME':
    'The suite has one document scanned for an applicant, so that it is the first and the newest.',
  'GAP-MINT-ENDED-SESSION': 'The suite mints tokens for sessions that are open.',
  'GAP-NONFLAT-METADATA':
    'The suite sees that the verification is not approved; a template that is rejected earlier leaves the state unreachable.',
  'GAP-NO-ORIGIN':
    'Requests of the suite without an origin have a browser token and no publishable key.',
  'GAP-NULL-FIELDS':
    'The suite sends null only for unknown fields, and where the type of a value is stated.',
  'GAP-OPERAND-TYPES': ENGINE,
  'GAP-PAPER-OUTSTANDING': 'Only the business can see how many copies it owes.',
  'GAP-PHONE-HINT': 'The suite sends one language tag, with a region, or none at all.',
  'GAP-PRIORITY-ORDER': ENGINE,
  'GAP-REFUSAL-ORDER': 'A request that the suite expects to fail has exactly one error.',
  'GAP-REISSUE': 'No provider state has a document re-issued.',
  'GAP-RULE-TIMING': ENGINE,
  'GAP-SDK-ENDPOINTS': 'The target file names the base URLs.',
  'GAP-SDK-EVENTS': 'Events of an SDK are calls within a page, not traffic.',
  'GAP-SDK-FRAME': 'The content of a frame is for people; the suite requests none.',
  'GAP-SDK-INIT': 'The functions of an SDK are called within a page, and cause no traffic.',
  'GAP-SDK-NAME-COMPONENTS': 'No check reads more of the resolved response than the session id.',
  'GAP-SEAL-OTHER-REGION':
    'Binds a verifier of signed files, which is a client; the suite tests a service.',
  'GAP-SEAL-STRICTNESS': 'The suite verifies seals itself, and sends none to a service.',
  'GAP-SIGNED-COPY': 'E-mail goes to people, not to the suite.',
  'GAP-STORE-UNAVAILABLE':
    'The suite cannot take the database away from the service that it judges.',
  'GAP-SUBSCRIPTION-FIELDS':
    'The suite subscribes by a provider state and finds a value in a record under any member.',
  'GAP-TEMPLATE-SCOPE':
    'The keys that write templates have every scope, and no check takes one away.',
  'GAP-TEST-DATA-PURGE':
    'After a purge the suite requests deleted records, and others with a key that is new.',
  'GAP-TOKEN-LIFETIMES': 'Every number of minutes lies between the ages that the suite asks for.',
  'GAP-TYPED-NAME': CEREMONY,
  'GAP-UNRESOLVED-IN-OR': ENGINE,
  'GAP-VERIFY-BODY-SIZE':
    'The suite sends bodies of some bytes and of a megabyte, with nothing in between.',
  'GAP-VERIFY-MALFORMED-JSON': 'Bodies that the suite labels as JSON are JSON.',
  'GAP-VERIFY-PRECEDENCE':
    'A provider state gives a document one fault, or two whose order is stated.',
  'GAP-VERIFY-SEVERAL': 'Each document of a provider state has different bytes.',
}
