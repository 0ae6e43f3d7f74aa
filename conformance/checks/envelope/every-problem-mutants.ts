import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  json,
  type Mutant,
  sending,
  type Which,
} from '../../self-test/wire-faults.ts'

const EVERY = 'envelope.every-problem-at-once'

/** Keeps the first problem, or the first key of a problem. */
const first = (of: 'issues' | 'keys', to: Which): (() => Fault) =>
  json(to, ({ error }) => {
    const issues = error?.details?.issues
    if (!issues) return
    if (of === 'issues') error!.details!.issues = issues.slice(0, 1)
    else for (const issue of issues) if (issue.keys) issue.keys = issue.keys.slice(0, 1)
  })

const isOfPhone = (path: unknown): boolean => Array.isArray(path) && path.at(-1) === 'phone'

/** Faults in error bodies that should list several problems. */
export const EVERY_PROBLEM_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['a new applicant', createsApplicant, ['VAL-001']],
      ['a changed applicant', changesApplicant, ['VAL-001', 'VAL-008']],
      ['a new session', creates, ['VAL-001']],
    ] as const
  ).flatMap(([what, to, breaks]): Mutant[] => [
    {
      name: `lists one problem of ${what}`,
      killedBy: EVERY,
      breaks,
      fault: first('issues', to),
    },
    {
      name: `lists one unknown field of ${what}`,
      killedBy: EVERY,
      breaks: [...breaks, 'VAL-005'],
      fault: first('keys', to),
    },
    {
      name: `checks the phone of ${what} only if nothing else is wrong`,
      killedBy: EVERY,
      breaks: ['VAL-001', 'VAL-003'],
      fault: json(to, ({ error }) => {
        const issues = error?.details?.issues as unknown as JsonObject[] | undefined
        if (issues && issues.length > 1)
          error!.details!.issues = issues.filter(({ path }) => !isOfPhone(path)) as never
      }),
    },
  ]),
  {
    name: 'lists ten problems of a new session',
    killedBy: EVERY,
    breaks: ['VAL-001', 'VAL-003'],
    fault: json(creates, ({ error }) => {
      const issues = error?.details?.issues
      if (issues) error!.details!.issues = issues.slice(0, 10)
    }),
  },
  {
    name: 'counts the entries of a list from 1',
    killedBy: EVERY,
    breaks: ['VAL-001', 'VAL-003'],
    fault: json(creates, ({ error }) => {
      for (const issue of (error?.details?.issues ?? []) as unknown as JsonObject[])
        if (Array.isArray(issue['path']))
          issue['path'] = issue['path'].map((step) => (typeof step === 'number' ? step + 1 : step))
    }),
  },
  {
    name: 'reports only the missing fields while one is missing',
    killedBy: EVERY,
    breaks: ['VAL-001', 'VAL-003'],
    fault: json(
      sending(createsApplicant, (body) => !('family_name' in body)),
      ({ error }) => {
        const issues = error?.details?.issues as unknown as JsonObject[] | undefined
        const isMissing = ({ path }: JsonObject): boolean =>
          Array.isArray(path) && path.at(-1) === 'family_name'
        if (issues?.some(isMissing)) error!.details!.issues = issues.filter(isMissing) as never
      },
    ),
  },
  {
    name: 'gives the path of the outer object for an unknown field of an address',
    killedBy: EVERY,
    breaks: 'VAL-003',
    fault: json(creates, ({ error }) => {
      const issues = error?.details?.issues as unknown as JsonObject[] | undefined
      for (const issue of issues ?? []) {
        if (Array.isArray(issue['keys']) && issue['keys'].includes('vskit_eel'))
          issue['path'] = ['applicant']
      }
    }),
  },
  {
    name: 'joins the path of an inner field to one text',
    killedBy: EVERY,
    breaks: 'VAL-003',
    fault: json(creates, ({ error }) => {
      for (const issue of (error?.details?.issues ?? []) as unknown as JsonObject[])
        if (Array.isArray(issue['path'])) issue['path'] = [issue['path'].join('.')]
    }),
  },
  {
    name: 'gives the path of the object in place of the field',
    killedBy: EVERY,
    breaks: 'VAL-003',
    fault: json(creates, ({ error }) => {
      for (const issue of (error?.details?.issues ?? []) as unknown as JsonObject[])
        if (Array.isArray(issue['path'])) issue['path'] = issue['path'].slice(0, -1)
    }),
  },
  {
    name: 'does not validate the applicant of a session with other problems',
    killedBy: EVERY,
    breaks: ['VAL-001', 'VAL-010'],
    fault: json(creates, ({ error }) => {
      const issues = error?.details?.issues as unknown as JsonObject[] | undefined
      if (issues && issues.length > 1)
        error!.details!.issues = issues.filter(
          ({ path }) => !Array.isArray(path) || path[0] !== 'applicant',
        ) as never
    }),
  },
]
