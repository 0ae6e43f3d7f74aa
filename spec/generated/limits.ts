// Made by spec/generate.ts. Change the YAML, then run it again.

export type Tier = 'standard' | 'elevated' | 'enterprise' | 'custom'

export interface RouteClassEntry {
  readonly name: string
  readonly window_seconds: number
  /** Requests in one window. `custom` null: a figure of the organization, by default that of enterprise. */
  readonly budgets: Readonly<Record<Tier, number | null>>
  /** Whether a higher tier can have a larger budget. */
  readonly scales: boolean
  /** Tier from which the budget is constant. */
  readonly flat_from: Tier | null
  readonly source: 'contract' | 'choice'
  readonly gap?: string
}

export const routeClasses = {
  "sessions:create": {
    "name": "sessions:create",
    "window_seconds": 60,
    "budgets": {
      "standard": 60,
      "elevated": 300,
      "enterprise": 1200,
      "custom": null
    },
    "scales": true,
    "flat_from": null,
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "sessions:read_report": {
    "name": "sessions:read_report",
    "window_seconds": 60,
    "budgets": {
      "standard": 20,
      "elevated": 60,
      "enterprise": 60,
      "custom": 60
    },
    "scales": true,
    "flat_from": "elevated",
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "sessions:read_image": {
    "name": "sessions:read_image",
    "window_seconds": 60,
    "budgets": {
      "standard": 120,
      "elevated": 120,
      "enterprise": 120,
      "custom": 120
    },
    "scales": false,
    "flat_from": "standard",
    "source": "contract"
  },
  "idv:create": {
    "name": "idv:create",
    "window_seconds": 60,
    "budgets": {
      "standard": 60,
      "elevated": 300,
      "enterprise": 1200,
      "custom": null
    },
    "scales": true,
    "flat_from": null,
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "applicants:create": {
    "name": "applicants:create",
    "window_seconds": 60,
    "budgets": {
      "standard": 60,
      "elevated": 300,
      "enterprise": 1200,
      "custom": null
    },
    "scales": true,
    "flat_from": null,
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "dsar:create": {
    "name": "dsar:create",
    "window_seconds": 86400,
    "budgets": {
      "standard": 10,
      "elevated": 10,
      "enterprise": 10,
      "custom": 10
    },
    "scales": false,
    "flat_from": "standard",
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "reads": {
    "name": "reads",
    "window_seconds": 60,
    "budgets": {
      "standard": 300,
      "elevated": 1200,
      "enterprise": 6000,
      "custom": null
    },
    "scales": true,
    "flat_from": null,
    "source": "choice",
    "gap": "GAP-BUDGETS"
  },
  "global": {
    "name": "global",
    "window_seconds": 60,
    "budgets": {
      "standard": 120,
      "elevated": 600,
      "enterprise": 2400,
      "custom": null
    },
    "scales": true,
    "flat_from": null,
    "source": "choice",
    "gap": "GAP-BUDGETS"
  }
} as const satisfies Readonly<Record<string, RouteClassEntry>>

export type RouteClass = keyof typeof routeClasses

export const tiers = [
  "standard",
  "elevated",
  "enterprise",
  "custom"
] as const satisfies readonly Tier[]

export const preAuthIp = {
  "window_seconds": 60,
  "budget": 600,
  "route_class": "pre_auth_ip",
  "tier": "unauthenticated",
  "gap": "GAP-IP-LIMIT"
} as const

export interface LimitEntry {
  readonly value: number
  readonly unit: 'bytes' | 'characters' | 'count' | 'number' | 'seconds' | 'years'
  readonly source: 'contract' | 'choice'
  readonly gap?: string
  readonly why: string
}

export const limits = {
  "id_scan_image_bytes": {
    "value": 10485760,
    "unit": "bytes",
    "source": "contract",
    "why": "Largest single image of a standalone scan (10 MiB)."
  },
  "id_scan_total_bytes": {
    "value": 22020096,
    "unit": "bytes",
    "source": "contract",
    "why": "Largest standalone scan upload in total (21 MiB), including the multipart framing."
  },
  "id_scan_pixels": {
    "value": 67108864,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-UPLOAD-REFUSALS",
    "why": "Maximum pixels of a scanned image (8192 x 8192). The largest cameras need this many; decompression bombs need more."
  },
  "reverifications_per_session": {
    "value": 20,
    "unit": "count",
    "source": "contract",
    "why": "Maximum re-verifications of the identity step of one session."
  },
  "json_body_bytes": {
    "value": 262144,
    "unit": "bytes",
    "source": "choice",
    "gap": "GAP-BODY-LIMITS",
    "why": "Largest JSON body. Small enough that listing every problem is cheap."
  },
  "json_depth_max": {
    "value": 100,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-BODY-LIMITS",
    "why": "Maximum nesting depth of a JSON body. Deeper bodies overflow the stack of recursive parsers."
  },
  "template_body_bytes": {
    "value": 4194304,
    "unit": "bytes",
    "source": "choice",
    "gap": "GAP-BODY-LIMITS",
    "why": "Largest template write. It fits 100 rules with full arrays."
  },
  "sdk_submission_bytes": {
    "value": 29360128,
    "unit": "bytes",
    "source": "choice",
    "gap": "GAP-BODY-LIMITS",
    "why": "Largest SDK submission: the 21 MiB scan limit, in base64."
  },
  "document_template_bytes": {
    "value": 15728640,
    "unit": "bytes",
    "source": "choice",
    "gap": "GAP-BODY-LIMITS",
    "why": "Largest document template of the console. It fits a PDF of 10 MiB in base64."
  },
  "esign_verify_body_bytes": {
    "value": 1024,
    "unit": "bytes",
    "source": "choice",
    "gap": "GAP-VERIFY-BODY-SIZE",
    "why": "A SHA-256 in JSON needs 80 bytes."
  },
  "list_limit_max": {
    "value": 100,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-LISTS",
    "why": "Maximum items on one page."
  },
  "list_limit_default": {
    "value": 20,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-LISTS",
    "why": "Default number of items on one page."
  },
  "given_names_max": {
    "value": 10,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-GIVEN-NAMES-BOUNDS",
    "why": "Maximum entries in given_names."
  },
  "name_length_max": {
    "value": 100,
    "unit": "characters",
    "source": "choice",
    "gap": "GAP-GIVEN-NAMES-BOUNDS",
    "why": "Maximum length of one name."
  },
  "metadata_keys_max": {
    "value": 50,
    "unit": "count",
    "source": "choice",
    "gap": "GAP-METADATA-BOUNDS",
    "why": "Maximum keys in session metadata."
  },
  "metadata_key_length_max": {
    "value": 100,
    "unit": "characters",
    "source": "choice",
    "gap": "GAP-METADATA-BOUNDS",
    "why": "Maximum length of one metadata key."
  },
  "metadata_string_length_max": {
    "value": 2000,
    "unit": "characters",
    "source": "choice",
    "gap": "GAP-METADATA-BOUNDS",
    "why": "Maximum length of a string directly under a metadata key."
  },
  "note_length_max": {
    "value": 2000,
    "unit": "characters",
    "source": "choice",
    "gap": "GAP-SESSION-ACTIONS",
    "why": "Maximum length of one session note."
  },
  "session_lifetime_seconds": {
    "value": 604800,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-SESSION-LIFETIME",
    "why": "An unfinished session expires after 7 days."
  },
  "browser_token_seconds": {
    "value": 600,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-TOKEN-LIFETIMES",
    "why": "The specification says \"minutes\". 10 minutes are enough for one slow capture."
  },
  "frame_link_seconds": {
    "value": 60,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-SDK-FRAME",
    "why": "The SDK opens the URL immediately. One minute is enough for a slow connection."
  },
  "frame_seconds": {
    "value": 3600,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-SDK-FRAME",
    "why": "Long enough to read a contract. A signer who takes longer gets a new frame."
  },
  "client_token_seconds": {
    "value": 2592000,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-TOKEN-LIFETIMES",
    "why": "30 days, longer than the lifetime of a session."
  },
  "webhook_timeout_seconds": {
    "value": 15,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-RETRIES",
    "why": "Time limit of one delivery attempt."
  },
  "webhook_disable_after_seconds": {
    "value": 432000,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-RETRIES",
    "why": "A subscription is disabled after 5 days of failures."
  },
  "webhook_secret_bytes": {
    "value": 32,
    "unit": "bytes",
    "source": "contract",
    "why": "Size of a signing secret."
  },
  "webhook_secret_overlap_seconds": {
    "value": 86400,
    "unit": "seconds",
    "source": "choice",
    "gap": "GAP-SIGNATURE",
    "why": "For one day, deliveries are also signed with the old secret."
  },
  "screening_rules_max": {
    "value": 100,
    "unit": "count",
    "source": "contract",
    "why": "Maximum screening rules on one workflow template."
  },
  "screening_group_children_min": {
    "value": 1,
    "unit": "count",
    "source": "contract",
    "why": "Minimum children of a group."
  },
  "screening_group_children_max": {
    "value": 20,
    "unit": "count",
    "source": "contract",
    "why": "Maximum children of a group."
  },
  "screening_field_length_max": {
    "value": 120,
    "unit": "characters",
    "source": "contract",
    "why": "Maximum length of a condition's field."
  },
  "screening_array_entries_max": {
    "value": 1000,
    "unit": "count",
    "source": "contract",
    "why": "Maximum entries of an array value."
  },
  "screening_priority_max": {
    "value": 10000,
    "unit": "number",
    "source": "contract",
    "why": "Highest priority. The lowest is 0."
  },
  "screening_priority_default": {
    "value": 100,
    "unit": "number",
    "source": "contract",
    "why": "Default priority of a rule."
  },
  "screening_score_adjustment_max": {
    "value": 1,
    "unit": "number",
    "source": "contract",
    "why": "Largest score adjustment. The smallest is its negative."
  },
  "esign_retention_years_max": {
    "value": 7,
    "unit": "years",
    "source": "contract",
    "why": "Maximum retention of a signed document and its audit trail. Also the default."
  }
} as const satisfies Readonly<Record<string, LimitEntry>>

export const webhookRetryDelays = {
  "value": [
    5,
    300,
    1800,
    7200,
    18000,
    36000,
    36000
  ],
  "source": "choice",
  "gap": "GAP-RETRIES"
} as const
