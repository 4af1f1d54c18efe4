import type { Change } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
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

interface Present {
  readonly person: Person
  readonly record: string
  readonly received: readonly ReceivedGroups[]
}

/** A person after groups were applied, and what that did. */
export interface AppliedGroups {
  readonly person: Person
  readonly record: string
  readonly changed: boolean
  /** Whether groups would have removed the last administrator: they stay one, managed by hand. */
  readonly kept: boolean
}

const saidOf = ({ role, unitIds, mappedFrom, mappedGrant, status }: Person): string => {
  if (!mappedFrom) return 'managed by hand from now on'
  const units = unitIds ? `, ${unitIds.length} units` : ''
  const given = mappedGrant === 'none' ? 'no access' : `${role}${units}`
  return `${mappedFrom}: ${given}${status === 'disabled' && mappedGrant !== 'none' ? ', disabled by hand' : ''}`
}

const withoutMapping = (person: Person): Person => (person.mappedFrom ? unmapPerson(person) : person)

const wantedOf = (present: Person, grant: GroupGrant | undefined, becomesMapped: boolean): Person => {
  if (!grant) return withoutMapping(present)
  return present.mappedFrom || becomesMapped ? mapPerson(present, grant) : present
}

/**
 * Gives a locked person what their groups give. `becomesMapped`: also if they were managed by hand. The last
 * administrator stays one and is managed by hand from then on, with a security event; `administrators` are all, locked.
 */
const evaluate = async (
  ctx: Change,
  { person: present, record, received }: Present,
  policy: MappingPolicy,
  { administrators, becomesMapped }: { readonly administrators: number; readonly becomesMapped: boolean },
): Promise<AppliedGroups> => {
  const wanted = wantedOf(present, grantOf(policy, received), becomesMapped)
  const kept = isAdministrator(present) && !isAdministrator(wanted) && administrators <= 1
  const next = kept ? withoutMapping(present) : wanted
  if (kept) await writeOnce(ctx, { type: 'lastAdministratorKept', context: { personId: present.id } }, day)
  if (next === present) return { person: present, record, changed: false, kept }
  const person = { ...next, updatedAt: iso(ctx.now) }
  const detail = kept ? 'the last administrator: managed by hand from now on' : saidOf(person)
  const said = { action: 'person.map', detail }
  return { person, record: await changeAccess(ctx, { person: present, record }, person, said), changed: true, kept }
}

/** Locks a person, together with all administrators if the person is one. Throws a 404. */
export const lockForMapping = async ({ tx }: Change, id: string) => {
  const [seen] = await tx.query(findPerson, { id })
  const early = seen?.role === 'admin' ? await tx.query(lockAdministrators, {}) : undefined
  const { record } = oneOr404(await tx.query(lockPerson, { id }), 'person')
  const person = readRecord(Person, record)
  // Needed only if the role was given in between; a deadlock runs the transaction again.
  const all = isAdministrator(person) ? (early ?? (await tx.query(lockAdministrators, {}))) : []
  return { person, record, administrators: all.length }
}

interface How {
  /** The groups that a source sends now; left out to use those that it sent before. */
  readonly sent?: ReceivedGroups
  /** Whether the person becomes mapped even though they are managed by hand. */
  readonly takesOver?: boolean
}

/** Evaluates one person by the groups that sources send now or sent last. */
export const evaluatePerson = async (
  ctx: Change,
  id: string,
  { sent, takesOver = false }: How,
): Promise<AppliedGroups> => {
  const { tx } = ctx
  await tx.query(shareGroupRules, {})
  const policy = await currentPolicy(tx)
  const { administrators, ...present } = await lockForMapping(ctx, id)
  if (sent) tx.write(storeGroups, { personId: id, ...sent, now: iso(ctx.now) })
  const received = await tx.query(findGroupsOf, { personId: id })
  const becomesMapped = (takesOver || policy.mapsEverybody) && !(await isBreakGlass(tx, id))
  return evaluate(ctx, { ...present, received }, policy, { administrators, becomesMapped })
}

/**
 * Applies the groups of a person as a source sends them: the one way for groups of sign-ons and of SCIM. They are
 * stored, so that later rules apply to them at once. Call it with the whole list, and never with an unknown one.
 */
export const applyGroups = (
  ctx: Change,
  { id }: Pick<Person, 'id'>,
  groups: readonly string[],
  source: GroupSource,
): Promise<AppliedGroups> => evaluatePerson(ctx, id, { sent: { source, groups } })

/** The number of people that a change of rules or settings reached. */
export interface Reached {
  changed: number
  /** Those who no longer have access. */
  suspended: number
  /** Those who are managed by hand from now on. */
  released: number
}

const pageSize = 500

/**
 * Evaluates all mapped people again after a change of rules or settings in the same transaction. Call `lockGroupRules`
 * before that change.
 */
export const evaluateEverybody = async (ctx: Change): Promise<Reached> => {
  const { tx } = ctx
  const policy = await currentPolicy(tx)
  let administrators = (await tx.query(lockAdministrators, {})).length
  const reached: Reached = { changed: 0, suspended: 0, released: 0 }
  for (let after = ''; ; ) {
    const page = await tx.query(lockMappedPeople, { after, limit: pageSize })
    for (const { record, received } of page) {
      const person = readRecord(Person, record)
      const present = { person, record, received }
      const applied = await evaluate(ctx, present, policy, { administrators, becomesMapped: false })
      administrators += Number(isAdministrator(applied.person)) - Number(isAdministrator(person))
      if (!applied.changed) continue
      reached.changed++
      if (applied.person.suspended && !person.suspended) reached.suspended++
      if (!applied.person.mappedFrom) reached.released++
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return reached
    after = last.id
  }
}

/** Locks the rules and settings that decide about mapped people, before they change. */
export const lockMapping = async ({ tx }: Pick<Change, 'tx'>): Promise<void> => {
  await tx.query(lockGroupRules, {})
}

/**
 * Forgets the groups that a source sent: people mapped from it are managed by hand from now on, unless another source
 * decides about them.
 */
export const forgetSource = async (ctx: Change, source: GroupSource): Promise<Reached> => {
  await lockMapping(ctx)
  ctx.tx.write(forgetGroups, { source })
  return evaluateEverybody(ctx)
}
