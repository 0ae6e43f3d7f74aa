import { iso } from '../time/clock.ts'
import { newId } from '../ids/random.ts'
import { stepId } from '../features/sessions/workflows.ts'
import type { Ports } from '../ports.ts'
import { undrawableInSteps } from '../features/signing/undrawable.ts'
import { defaultReferenceIssues } from '../features/signing/rules/document-issues.ts'
import { signalIssues } from '../features/screening/rules/signals.ts'
import { workflowIssues } from '../features/templates/rules/workflow-issues.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { type Issue, validationError } from '../call/errors.ts'
import { brandingIssues } from '../hosted/branding.ts'
import type { Organization, Region } from '../world/world.ts'
import { removeFaults } from './faults.ts'
import type { ControlHost } from './host.ts'
import { organizationOf, wipeRecords } from './access/organization.ts'
import { isUncountable } from '../time/uncountable.ts'
import { organizationView } from './views.ts'

type Member = Organization['members'][number]

export const TAKEN_ID: Issue = {
  code: 'custom',
  path: ['id'],
  message: 'Another organization has this id',
  param: 'id',
}

interface Changes {
  name?: string
  plan?: Organization['plan']
  tier?: Organization['tier']
  budgets?: Record<string, number>
  wallet?: Partial<Organization['wallet']>
  subscription?: Partial<Organization['subscription']>
  members?: (Omit<Member, 'id'> & { id?: string })[]
  default_workflow?: Organization['default_workflow'] | null
  default_signals?: Organization['default_signals'] | null
  branding?: Organization['branding'] | null
}

/** Creates, changes and deletes organizations at runtime. */
export function organizationHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  return {
    createOrganization: {
      check: (call) => organizationIssues(ports, call),
      run: async (call) => {
        const organization = newOrganization(ports, host, call)
        await ports.world.update((file) => {
          // Another call may have created one with this id meanwhile.
          if (file.organizations.some(({ id }) => id === organization.id))
            throw validationError([TAKEN_ID])
          file.organizations.push(organization)
        })
        return json(201, { data: organizationView(organization) })
      },
    },
    listOrganizations: {
      run: () => json(200, { data: ports.world.file.organizations.map(organizationView) }),
    },
    retrieveOrganization: {
      run: (call) => json(200, { data: organizationView(organizationOf(ports, call.params.id!)) }),
    },
    updateOrganization: {
      check: (call) => organizationIssues(ports, call),
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        // Changes in place: recognized keys refer to the organization, and changes must reach them at once.
        await ports.world.update(() =>
          replaceFields(organization, applied(ports, organization, call.body as Changes, call.now)),
        )
        return json(200, { data: organizationView(organization) })
      },
    },
    deleteOrganization: {
      patient: true,
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        // Wiped before, so that a crash leaves no records without an organization; again after, for concurrent
        // requests.
        await wipeRecords(ports, organization)
        await ports.world.update((file) => {
          file.organizations = file.organizations.filter(({ id }) => id !== organization.id)
        })
        await wipeRecords(ports, organization)
        await host.resetCounters(organization.id)
        await removeFaults(host, organization.id)
        await host.forwarders.synchronize()
        return json(200, { data: { id: organization.id, deleted: true } })
      },
    },
  }
}

function newOrganization(ports: Ports, { newBudgets }: ControlHost, call: Call): Organization {
  const { id, region, name, ...changes } = call.body as Changes & {
    id?: string
    name: string
    region: Region
  }
  const blank: Organization = {
    id: id ?? newId(ports.random, 'org'),
    name,
    region,
    plan: 'growth',
    tier: 'standard',
    ...(newBudgets && { budgets: newBudgets }),
    wallet: { currency: region === 'us' ? 'USD' : 'EUR', balance_minor: 100_000, status: 'active' },
    subscription: { status: 'active' },
    members: [],
    keys: [],
  }
  return applied(ports, blank, changes, call.now)
}

/** Returns the organization with the changes; does not modify the given one. */
function applied(ports: Ports, old: Organization, changes: Changes, now: number): Organization {
  const { wallet, subscription, members, default_workflow, default_signals, branding, ...plain } =
    changes
  const changed: Organization = { ...old, ...plain, wallet: { ...old.wallet, ...wallet } }
  if (subscription) changed.subscription = newSubscriptionState(old.subscription, subscription, now)
  if (members)
    changed.members = members.map(({ id = newId(ports.random, 'mem'), ...member }) => ({
      id,
      ...member,
    }))
  if (default_workflow === null) delete changed.default_workflow
  else if (default_workflow) changed.default_workflow = default_workflow
  if (default_signals === null) delete changed.default_signals
  else if (default_signals) changed.default_signals = default_signals
  if (branding === null) delete changed.branding
  else if (branding) changed.branding = branding
  return changed
}

/** @throws {ApiError} validation_error when past_due_since is given for a plan that is not past_due */
function newSubscriptionState(
  old: Organization['subscription'],
  change: Partial<Organization['subscription']>,
  now: number,
): Organization['subscription'] {
  const status = change.status ?? old.status
  if (status === 'past_due') {
    const since =
      change.past_due_since === undefined
        ? old.past_due_since
        : iso(Date.parse(change.past_due_since))
    return { status, past_due_since: since ?? iso(now) }
  }
  if (change.past_due_since === undefined) return { status }
  throw validationError([
    wrongPastDue(`Allowed with the status past_due only; the status is ${status}`),
  ])
}

function replaceFields(target: Organization, source: Organization): void {
  if (!source.default_workflow) delete target.default_workflow
  if (!source.default_signals) delete target.default_signals
  if (!source.branding) delete target.branding
  Object.assign(target, source)
}

/**
 * Returns the problems that the schema cannot express: duplicate ids, invalid times. Also called on rejected bodies.
 */
async function organizationIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const { id, members, subscription, default_workflow, default_signals, branding } = (call.body ??
    {}) as Record<string, unknown>
  const issues: Issue[] = []
  if (typeof id === 'string' && ports.world.organization(id)) {
    issues.push(TAKEN_ID)
  }
  const ids = Array.isArray(members)
    ? members.map((member: { id?: unknown } | null) => member?.id)
    : []
  for (const [i, memberId] of ids.entries()) {
    if (memberId === undefined || ids.indexOf(memberId) === i) continue
    const message = 'Another member of the list has this id'
    issues.push({ code: 'custom', path: ['members', i, 'id'], message, param: 'id' })
  }
  if (typeof default_signals === 'object' && default_signals !== null) {
    issues.push(...signalIssues(default_signals, ['default_signals']))
  }
  issues.push(...brandingIssues(branding))
  const since = (subscription as { past_due_since?: unknown } | null | undefined)?.past_due_since
  if (typeof since === 'string' && isUncountable(since)) {
    issues.push(wrongPastDue('Not a valid time'))
  }
  const steps = (default_workflow as { steps?: unknown } | null | undefined)?.steps
  issues.push(
    ...[
      ...workflowIssues(steps, stepId),
      ...defaultReferenceIssues(steps),
      ...(await undrawableInSteps(ports, steps)),
    ].map((issue) => ({
      ...issue,
      path: ['default_workflow', 'steps', ...issue.path],
    })),
  )
  return issues
}

function wrongPastDue(message: string): Issue {
  return {
    code: 'custom',
    path: ['subscription', 'past_due_since'],
    message,
    param: 'past_due_since',
  }
}
