/** Fields that a screening rule can read, by the part before the dot. */
const NAMES = {
  applicant: `legalName name familyName givenNames email email.domain dateOfBirth age
    address.country phone`,
  finding: 'count severity.high.count severity.medium.count severity.low.count',
  fraud: `botScore threatScore country asn asOrganization asnIsDatacenter verifiedBotCategory ja4
    ipReputation ipIsTorExit repeatApplicant emailDisposable emailDomainDga
    emailUsernameGrammarInvalid geoTimezoneMismatch deviceTouchPointMismatch countryMismatch
    impossibleTravel ringSize ringTruncated captureAbsent networkContextChanged`,
  device: `velocity.distinctIps velocity.sessionCount behavior.pasteCount behavior.totalSeconds
    behavior.minStepSeconds behavior.headless behavior.collectionAbsent`,
}

const READABLE = new Set(
  Object.entries(NAMES).flatMap(([group, names]) =>
    names.split(/\s+/).map((name) => `${group}.${name}`),
  ),
)

const PATTERNS = [
  /^check\.[a-z_]+\.outcome$/,
  /^(any|all|count_where)\.finding\.\w+\.\w+$/,
  /^session\.metadata\.\w+$/,
]

export function isReadable(field) {
  return READABLE.has(field) || PATTERNS.some((pattern) => pattern.test(field))
}
