import type { Database } from '#db/database.ts'
import type { Call, Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { sentence } from '#lib/sentence.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson, type PersonRow } from '#src/features/access/queries.ts'
import type { SignedInWith } from '#src/features/access/signed-in-with.ts'
import { recordBreakGlass } from './break-glass.ts'
import { findSignInPolicy, type SignInPolicyRow } from './queries.ts'

// A link does not prove that a break-glass administrator has their second factor. `session_allowed` in the database
// applies the same rule to each request.
const neverBreakGlass: ReadonlySet<SignedInWith> = new Set(['invitation', 'setup'])

const maySignIn = (
  policy: SignInPolicyRow | undefined,
  { id, secondFactor }: Pick<Person, 'id' | 'secondFactor'>,
  signedInWith: SignedInWith,
): boolean => {
  if (policy?.sign_in !== 'single_sign_on' || signedInWith === 'single_sign_on') return true
  return policy.break_glass_ids.includes(id) && secondFactor !== 'none' && !neverBreakGlass.has(signedInWith)
}

const onlySingleSignOn = sentence`sign_in.single_sign_on_only: This workspace allows only single sign-on; sign in at your identity provider.`

/**
 * Checks that the caller may open a session in a workspace. `openSession`, which opens all sessions, calls it. Throws
 * 403 if the workspace requires single sign-on. Admits a break-glass administrator and records an event.
 */
export const admitSession = async (
  ctx: Change,
  policy: SignInPolicyRow | undefined,
  signedInWith: SignedInWith,
): Promise<void> => {
  const { tx, actor } = ctx
  if (policy?.sign_in !== 'single_sign_on' || signedInWith === 'single_sign_on') return
  const [row] = await tx.query(findPerson, { id: actor.id })
  const person = row && readRecord(Person, row.record)
  if (!person || !maySignIn(policy, person, signedInWith))
    throw new Refusal('forbidden_resource', onlySingleSignOn, {
      extra: { signIn: 'single_sign_on' },
      about: [{ by: actor, why: 'single sign-on only', resourceId: actor.id }],
    })
  await recordBreakGlass(ctx, person)
}

/** Whether a session that was opened with a password may continue in another workspace. */
export const acceptsPasswordSession = async (
  db: Database,
  organizationId: string,
  { record }: Pick<PersonRow, 'record'>,
): Promise<boolean> => {
  const [policy] = await db.read(organizationId, findSignInPolicy, {})
  return maySignIn(policy, readRecord(Person, record), 'password')
}

/** Throws 422 if a password proves nothing, because the session and the workspace both use single sign-on. */
export const requirePasswordAccepted = async ({ read, actor }: Call): Promise<void> => {
  if (actor.session?.openedWith !== 'single_sign_on') return
  const [policy] = await read(findSignInPolicy, {})
  if (policy?.sign_in !== 'single_sign_on') return
  throw new Refusal(
    'unprocessable',
    sentence`session.confirm_by_single_sign_on: This workspace allows only single sign-on. Confirm your identity at your identity provider.`,
    {
      extra: { signIn: 'single_sign_on' },
    },
  )
}
