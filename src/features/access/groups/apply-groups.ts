import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { day, iso } from '#lib/clock.ts'
import { writeOnce } from '#shared/security-event.ts'
import { changeAccess } from '#src/features/access/change-access.ts'
import { isBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson, lockAdministrators, lockPerson } from '#src/features/access/queries.ts'
import { isAdministrator } from '#src/features/access/watched-changes.ts'
import {
  type GroupGrant,
  grantOf,
  type MappingPolicy,
  mapPerson,
  type ReceivedGroups,
  unmapPerson,
} from './map-person.ts'
import type { GroupSource } from './mapping.ts'
import { currentPolicy } from './mapping-policy.ts'
import {
  findGroupsOf,
  forgetGroups,
  lockGroupRules,
  lockMappedPeople,
  shareGroupRules,
  storeGroups,
} from './queries.ts'

interface LockedPerson {
  readonly person: Person
  readonly record: string
  readonly received: readonly ReceivedGroups[]
}

/** A person after groups were applied, with the outcome. */
export interface AppliedGroups {
  readonly person: Person
  readonly record: string
  readonly changed: boolean
  /** Whether the person stays the last administrator, managed by hand, although groups would have removed the role. */
  readonly keptAdministrator: boolean
}

const describeAccess = ({ role, unitIds, mappedFrom, mappedGrant, status }: Person): string => {
  if (!mappedFrom) return 'managed by hand from now on'
  const units = unitIds ? `, ${unitIds.length} units` : ''
  const access = mappedGrant === 'none' ? 'no access' : `${role}${units}`
  return `${mappedFrom}: ${access}${status === 'disabled' && mappedGrant !== 'none' ? ', disabled by hand' : ''}`
}

const withoutMapping = (person: Person): Person => (person.mappedFrom ? unmapPerson(person) : person)

const personAfter = (current: Person, grant: GroupGrant | undefined, becomesMapped: boolean): Person => {
  if (!grant) return withoutMapping(current)
  return current.mappedFrom || becomesMapped ? mapPerson(current, grant) : current
}

/**
 * Gives a locked person the access of their groups; with `becomesMapped`, also if they were managed by hand. The last
 * administrator keeps the role, becomes managed by hand, and causes a security event. `administrators` is the number of
 * all administrators, who are locked.
 */
const evaluate = async (
  ctx: Change,
  { person: current, record, received }: LockedPerson,
  policy: MappingPolicy,
  { administrators, becomesMapped }: { readonly administrators: number; readonly becomesMapped: boolean },
): Promise<AppliedGroups> => {
  const mappedPerson = personAfter(current, grantOf(policy, received), becomesMapped)
  const keptAdministrator = isAdministrator(current) && !isAdministrator(mappedPerson) && administrators <= 1
  const next = keptAdministrator ? withoutMapping(current) : mappedPerson
  if (keptAdministrator) await writeOnce(ctx, { type: 'lastAdministratorKept', context: { personId: current.id } }, day)
  if (next === current) return { person: current, record, changed: false, keptAdministrator }
  const person = { ...next, updatedAt: iso(ctx.now) }
  const detail = keptAdministrator ? 'the last administrator: managed by hand from now on' : describeAccess(person)
  const auditDetail = { action: 'person.map', detail }
  return {
    person,
    record: await changeAccess(ctx, { person: current, record }, person, auditDetail),
    changed: true,
    keptAdministrator,
  }
}

/** Locks a person, together with all administrators if the person is one. Throws a 404. */
export const lockForMapping = async ({ tx }: Change, id: string) => {
  const [row] = await tx.query(findPerson, { id })
  const earlierLock = row?.role === 'admin' ? await tx.query(lockAdministrators, {}) : undefined
  const { record } = firstOrNotFound(await lockPerson(tx, id), 'person')
  const person = readRecord(Person, record)
  // Locks only now if the person became an administrator in between; a deadlock retries the transaction.
  const lockedAdministrators = isAdministrator(person) ? (earlierLock ?? (await tx.query(lockAdministrators, {}))) : []
  return { person, record, administrators: lockedAdministrators.length }
}

interface SentGroups extends Pick<ReceivedGroups, 'source'> {
  /** The groups, or a function that reads them. */
  readonly groups: readonly string[] | (() => Promise<readonly string[]>)
}

interface EvaluationOptions {
  /** The groups that a source sends now; if absent, the groups that it sent before apply. */
  readonly sent?: SentGroups
  /** Whether a person managed by hand becomes mapped. */
  readonly takesOver?: boolean
}

/** Evaluates a person's access by the groups that a source sends now, or by the groups that sources last sent. */
export const evaluatePerson = async (
  ctx: Change,
  id: string,
  { sent, takesOver = false }: EvaluationOptions,
): Promise<AppliedGroups> => {
  const { tx } = ctx
  await tx.query(shareGroupRules, {})
  const policy = await currentPolicy(tx)
  const { administrators, ...lockedPerson } = await lockForMapping(ctx, id)
  if (sent) {
    const { source, groups } = sent
    // Read under the lock, so that concurrent changes do not restore groups that the other change has removed.
    const names = typeof groups === 'function' ? await groups() : groups
    tx.write(storeGroups, { personId: id, source, groups: names, now: iso(ctx.now) })
  }
  const received = await tx.query(findGroupsOf, { personId: id })
  const becomesMapped = (takesOver || policy.mapsEveryone) && !(await isBreakGlass(tx, id))
  return evaluate(ctx, { ...lockedPerson, received }, policy, { administrators, becomesMapped })
}

/**
 * Applies and stores the groups of a person as a source sends them, for both sign-ons and SCIM. Later rules then apply
 * to the stored groups at once. Pass the complete list, or a function that reads it once the person is locked; do
 * not call this if the groups are unknown.
 */
export const applyGroups = (
  ctx: Change,
  { id }: Pick<Person, 'id'>,
  groups: SentGroups['groups'],
  source: GroupSource,
): Promise<AppliedGroups> => evaluatePerson(ctx, id, { sent: { source, groups } })

/** The number of people that a change of rules or settings affected. */
export interface MappingOutcome {
  changed: number
  /** People who no longer have access. */
  suspended: number
  /** People who became managed by hand. */
  released: number
}

const pageSize = 500

/**
 * Evaluates all mapped people again after a change of rules or settings in the same transaction. Call `lockMapping`
 * before that change.
 */
export const evaluateMappedPeople = async (ctx: Change): Promise<MappingOutcome> => {
  const { tx } = ctx
  const policy = await currentPolicy(tx)
  let administrators = (await tx.query(lockAdministrators, {})).length
  const outcome: MappingOutcome = { changed: 0, suspended: 0, released: 0 }
  for (let after = ''; ; ) {
    const page = await tx.query(lockMappedPeople, { after, limit: pageSize })
    for (const { record, received } of page) {
      const person = readRecord(Person, record)
      const result = await evaluate(ctx, { person, record, received }, policy, { administrators, becomesMapped: false })
      administrators += Number(isAdministrator(result.person)) - Number(isAdministrator(person))
      if (!result.changed) continue
      outcome.changed++
      if (result.person.suspended && !person.suspended) outcome.suspended++
      if (!result.person.mappedFrom) outcome.released++
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return outcome
    after = last.id
  }
}

/** Locks the rules and settings of mapped people before a change. */
export const lockMapping = async ({ tx }: Pick<Change, 'tx'>): Promise<void> => {
  await tx.query(lockGroupRules, {})
}

/**
 * Deletes the groups that a source sent. People mapped from it become managed by hand, unless another source decides
 * about them.
 */
export const forgetSource = async (ctx: Change, source: GroupSource): Promise<MappingOutcome> => {
  await lockMapping(ctx)
  ctx.tx.write(forgetGroups, { source })
  return evaluateMappedPeople(ctx)
}
