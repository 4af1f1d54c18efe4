import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { Person } from '#src/features/access/person.ts'
import { lockAdministrators, lockPerson } from '#src/features/access/queries.ts'
import { findIdentityProvider } from '#src/features/access/single-sign-on/queries.ts'
import { isAdministrator } from '#src/features/access/watched-changes.ts'
import {
  endForbiddenSessions,
  findSignedOnAdministrator,
  findSignInPolicy,
  insertSignInPolicy,
  lockSignInPolicy,
  retireSignInPolicy,
} from './queries.ts'
import { renderSignInPolicy, type StoredPolicy } from './sign-in-policy.ts'

type PolicyInput = Pick<StoredPolicy, 'signIn' | 'breakGlassIds'>

const ineligibleAdministrator = sentence`field.break_glass: must be an active administrator who is managed by hand and has both a password and a second factor`

const requireEligibleAdministrators = async ({ tx }: Change, ids: readonly string[]): Promise<void> => {
  await tx.query(lockAdministrators, {})
  for (const [i, id] of ids.entries()) {
    const [row] = await lockPerson(tx, id)
    const person = row && readRecord(Person, row.record)
    const isEligible =
      person !== undefined &&
      isAdministrator(person) &&
      !person.mappedFrom &&
      person.secondFactor !== 'none' &&
      row?.password_hash !== null
    if (!isEligible) throw invalid(['breakGlassIds', i], ineligibleAdministrator)
  }
}

/** Throws 422 unless single sign-on works, and a break-glass administrator can sign in if the provider fails. */
export const requireWorkingSignIn = async ({ tx, now }: Change, { breakGlassIds }: PolicyInput): Promise<void> => {
  const [provider] = await tx.query(findIdentityProvider, {})
  if (!provider)
    throw new Refusal('unprocessable', sentence`sign_in.no_provider: There is no identity provider; set one up first.`)
  const [session] = await tx.query(findSignedOnAdministrator, { now: iso(now) })
  if (!session)
    throw new Refusal(
      'unprocessable',
      sentence`sign_in.not_proven: No administrator is signed in by single sign-on: sign in at the identity provider first, to prove that it works.`,
    )
  if (breakGlassIds.length === 0)
    throw new Refusal(
      'unprocessable',
      sentence`sign_in.break_glass_required: Name at least one break-glass administrator first.`,
    )
}

/**
 * Changes how people sign in and ends the sessions that the new policy does not allow. Throws 400 for a break-glass
 * administrator who could not sign in. Returns the new row's id and the number of ended sessions.
 */
export const changePolicy = async (ctx: Change, input: PolicyInput): Promise<{ id: string; ended: number }> => {
  const { tx, ids, now, audit, identities } = ctx
  await tx.query(lockSignInPolicy, {})
  await requireEligibleAdministrators(ctx, input.breakGlassIds)
  const [row] = await tx.query(findSignInPolicy, {})
  const id = ids.next('sip', now)
  const { signIn, breakGlassIds } = input
  const record = renderSignInPolicy({ signIn, breakGlassIds, updatedAt: iso(now) })
  const content = { isCurrent: true, breakGlassIds: breakGlassIds.toSorted(), signIn }
  tx.write(retireSignInPolicy, {})
  tx.write(insertSignInPolicy, { id, signIn, breakGlassIds, record })
  const sessions = await tx.query(endForbiddenSessions, {})
  tx.afterCommit(identities.forget)
  audit(id, {
    action: 'sign_in_policy.set',
    after: record,
    content,
    detail: `${signIn}, ${breakGlassIds.length} break-glass administrators, ${sessions.length} sessions ended`,
  })
  if (row) {
    const before = { isCurrent: false, breakGlassIds: row.break_glass_ids.toSorted(), signIn: row.sign_in }
    audit(row.id, { action: 'sign_in_policy.set', before: row.record, after: row.record, content: before })
  }
  writeSecurityEvent(ctx, { type: 'signInPolicyChanged', context: { resourceId: id, state: signIn } })
  return { id, ended: sessions.length }
}
