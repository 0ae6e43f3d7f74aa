import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../compare/findings.ts'
import type { Contract } from '../load/contract.ts'
import { documentFiles } from '../load/document-files.ts'
import { isMembers, type Json, type Members } from '../load/parse.ts'
import { limitFindings } from './limits.ts'
import { requirementFindings } from './requirements.ts'
import {
  compareRows,
  namedRows,
  rowsOf,
  sourceVerdict,
  whole,
  type Rows,
  type RowVerdict,
} from './rows.ts'
import { ledgerFindings } from './ledger.ts'

/** Compares the other files of the contract. Only folders have them. */
export function tableFindings(base: Contract, head: Contract): Finding[] {
  return [
    ...errorFindings(base, head),
    ...scopeFindings(base, head),
    ...limitFindings(base, head),
    ...screeningFindings(base, head),
    ...ledgerFindings(base, head),
    ...requirementFindings(base, head),
    ...otherParts(base, head),
    ...otherFiles(base, head),
  ]
}

const breaking = (reason: string, rule: string | null = 'VER-001'): RowVerdict => ({
  severity: 'breaking',
  reason,
  rule,
})
const risky = (reason: string, rule: string | null = null): RowVerdict => ({
  severity: 'risky',
  reason,
  rule,
})
const safe = (reason: string): RowVerdict => ({ severity: 'safe', reason })

function errorFindings(base: Contract, head: Contract): Finding[] {
  const rows = (contract: Contract) => ({
    noun: 'error code',
    kind: 'error',
    audience: 'client' as const,
    rows: rowsOf(contract, contract.table('errors.yaml'), 'code'),
  })
  return compareRows(rows(base), rows(head), {
    added: safe('Additive: an operation that can return it is reported separately.'),
    removed: breaking('Clients that handle the code no longer get it; a code is never renamed.'),
    fields: {
      status: breaking('Clients that check the status treat it as another failure.', 'ENV-005'),
      retryable: (before) =>
        before === 'no'
          ? risky('Clients may now retry. Before, a retry had no effect.')
          : breaking('Clients that retry or wait no longer succeed.'),
      when: risky('The code may have another meaning; compare both.'),
      title: null,
      message: null,
      source: sourceVerdict,
      gap: null,
      outside_operations: null,
    },
  })
}

function scopeFindings(base: Contract, head: Contract): Finding[] {
  const scopes = (contract: Contract, part: 'scopes' | 'retired', noun: string) => ({
    noun,
    kind: noun.replace(' ', '-'),
    audience: 'client' as const,
    rows: rowsOf(contract, member(contract.table('scopes.yaml'), part), 'name'),
  })
  return [
    ...compareRows(scopes(base, 'scopes', 'scope'), scopes(head, 'scopes', 'scope'), {
      added: safe('Additive: keys are granted it by choice.'),
      removed: breaking('Keys with the scope must be issued again.', 'VER-022'),
      fields: {
        risky: (_, after) =>
          after === true
            ? safe('Granting it gives a warning.')
            : risky('Granting it no longer gives a warning.', 'SCO-007'),
        group: null,
        description: null,
        reason: null,
        source: sourceVerdict,
        gap: null,
      },
    }),
    ...compareRows(
      scopes(base, 'retired', 'retired scope'),
      scopes(head, 'retired', 'retired scope'),
      {
        added: safe(
          'The name no longer grants anything; its removal from the list is reported separately.',
        ),
        removed: risky('Owners of old keys no longer see the replacement of the scope.', 'VER-022'),
        fields: { replaced_by: risky('Old keys are reissued with another scope.', 'VER-022') },
      },
    ),
  ]
}

function screeningFindings(base: Contract, head: Contract): Finding[] {
  const table = 'screening-fields.yaml'
  const rows = (contract: Contract, part: string, key: string, noun: string) => ({
    noun,
    kind: `screening-${noun.split(' ').at(-1)}`,
    audience: 'client' as const,
    rows: rowsOf(contract, member(contract.table(table), part), key),
  })
  const named = (contract: Contract, part: string, noun: string) => ({
    noun,
    kind: `screening-${part.replaceAll('_', '-')}`,
    audience: 'client' as const,
    rows: [
      ...namedRows(
        contract,
        isMembers(member(contract.table(table), part))
          ? member(contract.table(table), part)
          : undefined,
      ),
      ...(Array.isArray(member(contract.table(table), part))
        ? whole(contract, member(contract.table(table), part), part)
        : []),
    ],
  })
  const refused = breaking('Rules that could be saved are refused.', 'VER-001')
  const kept = safe('Rules that could be saved still can.')
  return [
    ...compareRows(
      rows(base, 'fields', 'path', 'screening field'),
      rows(head, 'fields', 'path', 'screening field'),
      {
        added: safe('Additive.'),
        removed: breaking('Rules that read the field are refused.'),
        fields: {
          type: breaking('Comparisons with the field have other results.'),
          resolvable: (_, after) => (after === true ? kept : refused),
          sensitive: (_, after) =>
            after === true
              ? refused
              : risky('A rule on a sensitive attribute may decline.', 'SAC-001'),
          needs_device_intelligence: (_, after) =>
            after === true
              ? breaking('The field resolves to nothing without device intelligence.')
              : kept,
          meaning: risky('Rules may have another meaning; compare both.'),
        },
      },
    ),
    ...compareRows(
      rows(base, 'rule_types', 'name', 'screening rule type'),
      rows(head, 'rule_types', 'name', 'screening rule type'),
      {
        added: safe('Additive.'),
        removed: breaking('Rules of the type are refused.'),
        fields: {
          may_decline: (_, after) =>
            after === true ? risky('A rule that could not decline may.') : refused,
          refusal: risky('The message of the refusal changes.'),
        },
      },
    ),
    ...compareRows(findingFields(base), findingFields(head), {
      added: risky('Rules that read the name in the evidence of a finding read its field.'),
      removed: breaking('Rules that read the field of a finding read its evidence.'),
      fields: {},
    }),
    ...['patterns', 'decline_refusals', 'unresolvable_field'].flatMap((part) =>
      compareRows(
        named(base, part, part.replaceAll('_', ' ')),
        named(head, part, part.replaceAll('_', ' ')),
        {
          added: safe('Additive.'),
          removed: breaking('Rules that depend on it are refused.'),
          fields: {},
        },
      ),
    ),
  ]
}

/** The fields of findings, which the table lists without further data. */
function findingFields(contract: Contract): Rows {
  const names = member(contract.table('screening-fields.yaml'), 'finding_fields')
  return {
    noun: 'finding field',
    kind: 'screening-finding-field',
    audience: 'client',
    rows: Array.isArray(names)
      ? names.map((name) => ({ key: String(name), at: names, contract, fields: {} }))
      : [],
  }
}

const KNOWN = ['errors.yaml', 'scopes.yaml', 'limits.yaml', 'screening-fields.yaml', 'ledger.yaml']
const NO_CONTRACT = /^(changes\/|redocly\.yaml$|gate\/|requirements\/)/

const PARTS: Readonly<Record<string, readonly string[]>> = {
  'scopes.yaml': ['scopes', 'retired', 'groups'],
  'limits.yaml': ['classes', 'values', 'pre_auth_ip', 'tiers', 'webhook_retry_delays_seconds'],
  'screening-fields.yaml': [
    'fields',
    'rule_types',
    'patterns',
    'finding_fields',
    'decline_refusals',
    'unresolvable_field',
  ],
}

/** Parts of a table without a rule. */
function otherParts(base: Contract, head: Contract): Finding[] {
  return Object.entries(PARTS).flatMap(([file, known]) => {
    const rows = (contract: Contract) => {
      const parts = Object.entries(
        isMembers(contract.table(file)) ? (contract.table(file) as Members) : {},
      ).filter(([key]) => !known.includes(key))
      return {
        noun: `part of ${file}:`,
        kind: 'table-part',
        audience: 'implementer' as const,
        rows: parts.flatMap(([key, node]) => whole(contract, node, key)),
      }
    }
    const unknown = risky('The gate has no rule for this part; check its effect.')
    return compareRows(rows(base), rows(head), { added: unknown, removed: unknown, fields: {} })
  })
}

/** Files without a rule and without references to them, so that every change gets a verdict. */
function otherFiles(base: Contract, head: Contract): Finding[] {
  const documents = documentFiles(base).union(documentFiles(head))
  const others = (contract: Contract) => {
    const known = new Set(KNOWN.map((file) => contract.tableFile(file)))
    return [...contract.files.keys()].filter(
      (path) => !known.has(path) && !NO_CONTRACT.test(path) && !documents.has(path),
    )
  }
  const [before, after] = [new Set(others(base)), new Set(others(head))]
  const renamed = new Map(
    [...before.difference(after)].flatMap((path) => {
      const now = [...after.difference(before)].find((other) => nameOf(other) === nameOf(path))
      return now === undefined ? [] : [[now, path]]
    }),
  )
  const gone = [...before.difference(after)].filter((path) => ![...renamed.values()].includes(path))
  return [...gone, ...after]
    .map((path) => [path, renamed.get(path) ?? path] as const)
    .filter(([path, was]) => isOther(base.files.get(was)?.value, head.files.get(path)?.value))
    .map(([path, was]) => {
      const verb = !after.has(path) ? 'removed' : before.has(was) ? 'changed' : 'added'
      return {
        kind: `file-${verb}`,
        detail: verb,
        what: `${path} ${verb}`,
        location: { file: path, pointer: '', side: verb === 'removed' ? 'base' : 'head' },
        audience: 'implementer',
        severity: 'risky',
        reason: 'The gate has no rule for this file; check its effect.',
        rule: null,
        place: path,
      }
    })
}

/** The name of a file without its format: YAML and JSON have the same values. */
function nameOf(path: string): string {
  return path.replace(/\.(ya?ml|json)$/, '')
}

function isOther(before: Json | undefined, after: Json | undefined): boolean {
  return !isDeepStrictEqual(before, after)
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isMembers(value) ? (value as Members)[key] : undefined
}
