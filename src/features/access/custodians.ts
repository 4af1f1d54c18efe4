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
 * Records that a custodian could let themselves into a person's account; does nothing for the person, the operator's
 * file or a job. Call it once the person is stored.
 */
export const addCustodian = (ctx: Change, personId: string, custodianId: string, why: Custody): void => {
  if (custodianId === personId || !custodianId.startsWith('prs_')) return
  ctx.tx.write(add, { personId, custodianId, why, now: iso(ctx.now) })
  ctx.tx.afterCommit(ctx.identities.forget)
}

/** Records the caller, and everyone who can act as the caller now, because they saw what the caller saw. */
export const addCallerAsCustodian = (ctx: Change, personId: string, why: Custody): void => {
  for (const id of principalsOf(ctx.actor)) addCustodian(ctx, personId, id, why)
}

/** Stores who can act as the caller now, for a link, a token or a service account whose secret the caller sees. */
export const recordCustodiansOfCaller = ({ tx, actor }: Change, resourceId: string): void => {
  const people = actor.kind === 'person' ? (actor.custodians ?? []) : []
  if (people.length > 0) tx.write(addResourceCustodians, { resourceId, people })
}

/** Records the people who saw a link or a token, and those who could act as them then. */
export const addHoldersAsCustodians = async (
  ctx: Change,
  personId: string,
  { resourceId, shownTo }: { readonly resourceId: string; readonly shownTo: readonly (string | null)[] },
  why: Custody,
): Promise<void> => {
  const others = await ctx.tx.query(listResourceCustodians, { resourceId })
  for (const id of [...shownTo, ...others.map(({ id }) => id)]) if (id !== null) addCustodian(ctx, personId, id, why)
}

/** Makes people who share a mailbox with a person custodians of that person, judging by the addresses. */
export const recordMailbox = async (ctx: Change, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> => {
  for (const other of await ctx.tx.query(findSameMailbox, { id, email })) addCustodian(ctx, id, other.id, 'own_mailbox')
}

/**
 * Releases the custodians of a person for as long as the person has a second factor that was proved to be theirs.
 * Enrolment proves nothing, since any holder of the link may have enrolled it. Call it where sessions that a custodian
 * may have opened end, and identities are forgotten.
 */
export const releaseCustodians = (
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  personId: string,
  why: 'mail' | 'administrator' | 'operator',
): void => tx.write(release, { personId, why, now: iso(now) })
