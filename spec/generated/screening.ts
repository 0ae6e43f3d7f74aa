// Made by spec/generate.ts. Change the YAML, then run it again.

export interface ScreeningFieldEntry {
  readonly path: string
  readonly type: 'string' | 'number' | 'boolean' | 'string[]'
  /** A rule that reads it may not have the action `decline`. */
  readonly sensitive: boolean
  /** False: a rule with this field is rejected. */
  readonly resolvable: boolean
  readonly needs_device_intelligence: boolean
  readonly meaning: string
}

export const screeningFields = [
  {
    "path": "applicant.legalName",
    "type": "string",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Captured legal name, verbatim; empty when the name arrived in components"
  },
  {
    "path": "applicant.name",
    "type": "string",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "The name held: the legal name, or one composed from the components. The field for substring tests"
  },
  {
    "path": "applicant.familyName",
    "type": "string",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Primary identifier of the document; may be several words"
  },
  {
    "path": "applicant.givenNames",
    "type": "string[]",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Secondary identifiers, in order. `contains` tests one whole entry"
  },
  {
    "path": "applicant.email",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "E-mail address"
  },
  {
    "path": "applicant.email.domain",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Part after the at sign, in lower case"
  },
  {
    "path": "applicant.dateOfBirth",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Date of birth"
  },
  {
    "path": "applicant.age",
    "type": "number",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Age in whole years"
  },
  {
    "path": "applicant.address.country",
    "type": "string",
    "sensitive": true,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Two-letter country code"
  },
  {
    "path": "applicant.phone",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Phone number"
  },
  {
    "path": "applicant.address.postalCode",
    "type": "string",
    "sensitive": true,
    "resolvable": false,
    "needs_device_intelligence": false,
    "meaning": "Postal code; not readable in a rule"
  },
  {
    "path": "applicant.gender",
    "type": "string",
    "sensitive": true,
    "resolvable": false,
    "needs_device_intelligence": false,
    "meaning": "Gender; not readable in a rule"
  },
  {
    "path": "finding.count",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Findings produced"
  },
  {
    "path": "finding.severity.high.count",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Findings of high severity"
  },
  {
    "path": "finding.severity.medium.count",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Findings of medium severity"
  },
  {
    "path": "finding.severity.low.count",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Findings of low severity"
  },
  {
    "path": "fraud.botScore",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "How human the connection looks; a lower score is more automated"
  },
  {
    "path": "fraud.threatScore",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Reputation score of the connecting address"
  },
  {
    "path": "fraud.country",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Two-letter country of the connecting address"
  },
  {
    "path": "fraud.asn",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Autonomous system number"
  },
  {
    "path": "fraud.asOrganization",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Name of the network's owner"
  },
  {
    "path": "fraud.asnIsDatacenter",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The network is a datacenter's, not a consumer's"
  },
  {
    "path": "fraud.verifiedBotCategory",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Category of a bot that declares itself; nothing for ordinary traffic"
  },
  {
    "path": "fraud.ja4",
    "type": "string",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Fingerprint of the TLS handshake"
  },
  {
    "path": "fraud.ipReputation",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The address is rated poor (datacenter, proxy, exit node or bad score)"
  },
  {
    "path": "fraud.ipIsTorExit",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The address is a known exit node of an anonymizing network"
  },
  {
    "path": "fraud.repeatApplicant",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The person applied before"
  },
  {
    "path": "fraud.emailDisposable",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The address is of a disposable-address service"
  },
  {
    "path": "fraud.emailDomainDga",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The e-mail domain looks generated by a machine"
  },
  {
    "path": "fraud.emailUsernameGrammarInvalid",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The local part of the e-mail address does not read like a name"
  },
  {
    "path": "fraud.geoTimezoneMismatch",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The browser's time zone is not the address's"
  },
  {
    "path": "fraud.deviceTouchPointMismatch",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The claimed form factor contradicts the touch capability"
  },
  {
    "path": "fraud.countryMismatch",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Country of the address is not the declared country"
  },
  {
    "path": "fraud.impossibleTravel",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Two attempts too far apart for the time between them"
  },
  {
    "path": "fraud.ringSize",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Verifications linked into one coordinated group"
  },
  {
    "path": "fraud.ringTruncated",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The group outgrew the walk limit, so that fraud.ringSize is a floor"
  },
  {
    "path": "fraud.captureAbsent",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "No connection context was captured; missing evidence, not a bad signal"
  },
  {
    "path": "fraud.networkContextChanged",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The network at submit differs materially from the one at the start"
  },
  {
    "path": "device.velocity.distinctIps",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Distinct addresses seen for the device"
  },
  {
    "path": "device.velocity.sessionCount",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Verifications that the device started"
  },
  {
    "path": "device.behavior.pasteCount",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Pastes into the form"
  },
  {
    "path": "device.behavior.totalSeconds",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Time spent on the form"
  },
  {
    "path": "device.behavior.minStepSeconds",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "Shortest time spent on a step"
  },
  {
    "path": "device.behavior.headless",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "The browser is controlled by automation"
  },
  {
    "path": "device.behavior.collectionAbsent",
    "type": "boolean",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": true,
    "meaning": "No behavioural measurement arrived; missing evidence, not a bad signal"
  }
] as const satisfies readonly ScreeningFieldEntry[]

export const screeningPatterns = [
  {
    "shape": "check.<checkType>.outcome",
    "pattern": "^check\\.(?<checkType>id_verification|credit_history|esign|custom_form|background_check|sanctions_screening|email_verification)\\.outcome$",
    "type": "string",
    "values": [
      "pass",
      "fail",
      "review",
      "error"
    ],
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Outcome of that check"
  },
  {
    "shape": "any.finding.<subjectType>.<field>",
    "pattern": "^any\\.finding\\.(?<subjectType>[A-Za-z0-9_-]+)\\.(?<field>[A-Za-z0-9_-]+)$",
    "type": "any",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "First defined value of the field among the findings of that subject type"
  },
  {
    "shape": "all.finding.<subjectType>.<field>",
    "pattern": "^all\\.finding\\.(?<subjectType>[A-Za-z0-9_-]+)\\.(?<field>[A-Za-z0-9_-]+)$",
    "type": "any[]",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Every defined value of the field among the findings of that subject type, as an array"
  },
  {
    "shape": "count_where.finding.<subjectType>.<field>",
    "pattern": "^count_where\\.finding\\.(?<subjectType>[A-Za-z0-9_-]+)\\.(?<field>[A-Za-z0-9_-]+)$",
    "type": "number",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "How many findings of that subject type have a truthy value of the field"
  },
  {
    "shape": "session.metadata.<key>",
    "pattern": "^session\\.metadata\\.(?<key>[A-Za-z0-9_]+)$",
    "type": "any",
    "sensitive": false,
    "resolvable": true,
    "needs_device_intelligence": false,
    "meaning": "Value under that key in the workflow template's metadata. Strings, numbers, booleans, arrays of strings and arrays of numbers resolve; an object or an array of mixed types fails the verification"
  }
] as const

/** Fields of a finding. Any other name is a key of its evidence. */
export const findingFields = [
  "id",
  "subjectType",
  "severity",
  "sourceAuthority",
  "findingType"
] as const

export type DeclineRefusal = 'credit_history_rule' | 'fraud_rule_type' | 'sensitive_attribute'

export interface ScreeningRuleTypeEntry {
  readonly name: string
  readonly may_decline: boolean
  /** Key of `declineRefusals`: the error for `decline`. */
  readonly refusal?: DeclineRefusal
}

export const screeningRuleTypes = {
  "country_block": {
    "name": "country_block",
    "may_decline": true
  },
  "score_threshold": {
    "name": "score_threshold",
    "may_decline": true
  },
  "age_restriction": {
    "name": "age_restriction",
    "may_decline": true
  },
  "geolocation_mismatch": {
    "name": "geolocation_mismatch",
    "may_decline": true
  },
  "watchlist_hit": {
    "name": "watchlist_hit",
    "may_decline": true
  },
  "adverse_media_hit": {
    "name": "adverse_media_hit",
    "may_decline": true
  },
  "custom": {
    "name": "custom",
    "may_decline": true
  },
  "repeat_applicant": {
    "name": "repeat_applicant",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "device_velocity": {
    "name": "device_velocity",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "ip_reputation": {
    "name": "ip_reputation",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "bot_signal": {
    "name": "bot_signal",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "impossible_travel": {
    "name": "impossible_travel",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "identity_ring": {
    "name": "identity_ring",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "email_risk": {
    "name": "email_risk",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "behavior_anomaly": {
    "name": "behavior_anomaly",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "geo_mismatch": {
    "name": "geo_mismatch",
    "may_decline": false,
    "refusal": "fraud_rule_type"
  },
  "credit_history": {
    "name": "credit_history",
    "may_decline": false,
    "refusal": "credit_history_rule"
  }
} as const satisfies Readonly<Record<string, ScreeningRuleTypeEntry>>

export const declineRefusals = {
  "credit_history_rule": {
    "message": "A credit history rule cannot decline. Change the action to tag, review or adjust_score, and let a reviewer decline from the review queue.",
    "instead": [
      "tag",
      "review",
      "adjust_score"
    ]
  },
  "fraud_rule_type": {
    "message": "A fraud signal alone cannot decline an applicant. Change the action to tag, review or adjust_score, and let a reviewer decline from the review queue.",
    "instead": [
      "tag",
      "review",
      "adjust_score"
    ]
  },
  "sensitive_attribute": {
    "message": "A rule that reads a sensitive attribute cannot decline. Change the action to tag or review, and let a reviewer decline from the review queue.",
    "instead": [
      "tag",
      "review"
    ]
  }
} as const satisfies Readonly<Record<DeclineRefusal, {
  readonly message: string
  readonly instead: readonly string[]
}>>

export const unresolvableField = {
  "message": "Unresolvable screening-rule field"
} as const
