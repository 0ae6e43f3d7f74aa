// Made by spec/generate.ts. Change the YAML, then run it again.

export const scopeGroups = {
  "verification": "Run verifications and manage applicants",
  "session_tokens": "Create credentials for a browser",
  "reports": "Read results of a verification",
  "adjudication": "Change the course of a verification",
  "configuration": "Configure templates and webhooks",
  "compliance_and_billing": "Data subject rights and billing"
} as const

export type ScopeGroup = keyof typeof scopeGroups

export interface ScopeEntry {
  readonly name: string
  readonly group: ScopeGroup
  readonly description: string
  /** The console warns when it grants the scope; `reason` states the risk. */
  readonly risky?: true
  readonly reason?: string
  readonly source: 'contract' | 'choice'
  readonly gap?: string
}

export const scopes = {
  "sessions:read": {
    "name": "sessions:read",
    "group": "verification",
    "description": "List and retrieve sessions, with the `idv` object but without image bytes.",
    "source": "contract"
  },
  "sessions:write": {
    "name": "sessions:write",
    "group": "verification",
    "description": "Create, cancel, resend and annotate sessions.",
    "source": "contract"
  },
  "applicants:read": {
    "name": "applicants:read",
    "group": "verification",
    "description": "List and retrieve applicants.",
    "risky": true,
    "reason": "Exposes the full personal data of every applicant of the organization.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "applicants:write": {
    "name": "applicants:write",
    "group": "verification",
    "description": "Create, update and delete applicants.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "id_verification:create": {
    "name": "id_verification:create",
    "group": "verification",
    "description": "Run the standalone document scan.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "sessions:mint_token": {
    "name": "sessions:mint_token",
    "group": "session_tokens",
    "description": "Mint browser tokens and client tokens.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "sessions:read_report": {
    "name": "sessions:read_report",
    "group": "reports",
    "description": "Download PDF reports and evidence images.",
    "risky": true,
    "reason": "Exposes full evidence, including face images, which are biometric personal data.",
    "source": "contract"
  },
  "sessions:skip_step": {
    "name": "sessions:skip_step",
    "group": "adjudication",
    "description": "Skip a step of an active session.",
    "risky": true,
    "reason": "Lets a session complete without one of its checks.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "workflow_templates:read": {
    "name": "workflow_templates:read",
    "group": "configuration",
    "description": "List and retrieve workflow templates.",
    "source": "choice",
    "gap": "GAP-TEMPLATE-SCOPE"
  },
  "workflow_templates:write": {
    "name": "workflow_templates:write",
    "group": "configuration",
    "description": "Create and update workflow templates, screening rules included.",
    "source": "choice",
    "gap": "GAP-TEMPLATE-SCOPE"
  },
  "webhooks:read": {
    "name": "webhooks:read",
    "group": "configuration",
    "description": "Read webhook subscriptions and the delivery log.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "webhooks:write": {
    "name": "webhooks:write",
    "group": "configuration",
    "description": "Create, change, test and delete webhook subscriptions, and rotate their secrets.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "data_subject_requests:read": {
    "name": "data_subject_requests:read",
    "group": "compliance_and_billing",
    "description": "Retrieve data subject requests.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "data_subject_requests:write": {
    "name": "data_subject_requests:write",
    "group": "compliance_and_billing",
    "description": "Open data subject requests.",
    "risky": true,
    "reason": "An erasure cannot be undone.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  },
  "wallet:read": {
    "name": "wallet:read",
    "group": "compliance_and_billing",
    "description": "Read the wallet.",
    "source": "choice",
    "gap": "GAP-SCOPES"
  }
} as const satisfies Readonly<Record<string, ScopeEntry>>

export type Scope = keyof typeof scopes

/** Old scope names on existing keys. They grant nothing. */
export const retiredScopes = [
  {
    "name": "verifications:read",
    "replaced_by": [
      "sessions:read"
    ]
  },
  {
    "name": "verifications:write",
    "replaced_by": [
      "sessions:write"
    ]
  },
  {
    "name": "verifications:tokens",
    "replaced_by": [
      "sessions:mint_token"
    ]
  },
  {
    "name": "reports:download",
    "replaced_by": [
      "sessions:read_report"
    ]
  },
  {
    "name": "reports:images",
    "replaced_by": [
      "sessions:read_report"
    ]
  },
  {
    "name": "applicants:manage",
    "replaced_by": [
      "applicants:read",
      "applicants:write"
    ]
  },
  {
    "name": "templates:manage",
    "replaced_by": [
      "workflow_templates:read",
      "workflow_templates:write"
    ]
  },
  {
    "name": "webhooks:manage",
    "replaced_by": [
      "webhooks:read",
      "webhooks:write"
    ]
  }
] as const satisfies readonly {
  readonly name: string
  readonly replaced_by: readonly Scope[]
}[]
