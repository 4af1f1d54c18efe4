import type { Call, Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { findSignInPolicy, lockSignInPolicy } from './queries.ts'

type Ctx = Pick<Change, 'tx'>

/** Whether the workspace requires single sign-on. A link to set a password is then useless. */
export const isSingleSignOnRequired = async ({ tx }: Ctx): Promise<boolean> => {
  const [row] = await tx.query(findSignInPolicy, {})
  return row?.sign_in === 'single_sign_on'
}

/** Throws 409 while the workspace requires single sign-on. */
export const rejectWhileSignOnRequired = async (ctx: Ctx): Promise<void> => {
  await ctx.tx.query(lockSignInPolicy, {})
  if (!(await isSingleSignOnRequired(ctx))) return
  throw new Refusal(
    'conflict',
    sentence`sign_in.forced: This workspace allows only single sign-on; allow other ways to sign in first.`,
  )
}

/**
 * Throws 422 for a link that would be useless. A break-glass administrator may get a link, which sets their password.
 */
export const rejectUselessLink = async ({ db, organizationId }: Call, personId?: string): Promise<void> => {
  const [row] = await db.read(organizationId, findSignInPolicy, {})
  if (row?.sign_in !== 'single_sign_on') return
  if (personId !== undefined && row.break_glass_ids.includes(personId)) return
  const message = sentence`invitation.useless_link: This workspace allows only single sign-on, so invitation links do not work. Add the people instead; they can then sign on.`
  throw new Refusal('unprocessable', message)
}
