import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import {
  insertCustodian as add,
  addResourceCustodians,
  findSameMailbox,
  listResourceCustodians,
  updateReleasedCustodians as release,
} from './custodian-queries.ts'
import type { Custody } from './custody.ts'
import type { Person } from './person.ts'

/**
 * Records that a custodian could let themselves into a person's account. Does nothing if the custodian is the person,
 * the operator's file or a job. Call it after the person is stored.
 */
export const addCustodian = (ctx: Change, personId: string, custodianId: string, why: Custody): void => {
  if (custodianId === personId || !custodianId.startsWith('prs_')) return
  ctx.tx.write(add, { personId, custodianId, why, now: iso(ctx.now) })
  ctx.tx.afterCommit(ctx.identities.forget)
}

/**
 * Records as custodians the caller and everyone who can act as the caller now, because they saw what the caller saw.
 */
export const addCallerAsCustodian = (ctx: Change, personId: string, why: Custody): void => {
  for (const id of principalsOf(ctx.actor)) addCustodian(ctx, personId, id, why)
}

/** Records who can act as the caller now, for a link, token or service account whose secret is shown to the caller. */
export const recordCustodiansOfCaller = ({ tx, actor }: Change, resourceId: string): void => {
  const people = actor.kind === 'person' ? (actor.custodians ?? []) : []
  if (people.length > 0) tx.write(addResourceCustodians, { resourceId, people })
}

/** Records as custodians the people who saw a link or a token, and those who could act as them at that time. */
export const addHoldersAsCustodians = async (
  ctx: Change,
  personId: string,
  { resourceId, shownTo }: { readonly resourceId: string; readonly shownTo: readonly (string | null)[] },
  why: Custody,
): Promise<void> => {
  const others = await ctx.tx.query(listResourceCustodians, { resourceId })
  for (const id of [...shownTo, ...others.map(({ id }) => id)]) if (id !== null) addCustodian(ctx, personId, id, why)
}

/** Records as custodians the people whose address leads to the same mailbox as the person's address. */
export const recordMailbox = async (ctx: Change, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> => {
  for (const other of await ctx.tx.query(findSameMailbox, { id, email })) addCustodian(ctx, id, other.id, 'own_mailbox')
}

/**
 * Releases a person's custodians until the person removes the second factor that they proved to be theirs. Enrolment
 * proves nothing, since anyone with the link may have enrolled the factor. The caller must also end sessions that a
 * custodian may have opened, and forget cached identities.
 */
export const releaseCustodians = (
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  personId: string,
  why: 'mail' | 'administrator' | 'operator',
): void => tx.write(release, { personId, why, now: iso(now) })
