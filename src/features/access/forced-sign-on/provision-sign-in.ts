import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { type EntryPosition, type Provisioning, section } from '#shared/provision.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { changePolicy, requireWorkingSignIn } from './change-policy.ts'
import { findSignInPolicy } from './queries.ts'
import { maxBreakGlass, type StoredPolicy, signIns } from './sign-in-policy.ts'

const findPersonIds = async (
  { tx }: Provisioning,
  emails: readonly string[],
  position: EntryPosition,
): Promise<string[]> => {
  const ids: string[] = []
  for (const email of emails) {
    const [name] = await tx.query(findPersonAt, { address: normalizeEmail(email) })
    if (!name) throw position.mistake('breakGlass', `names ${email}, who is not in the workspace`)
    ids.push(name.subject_id)
  }
  return ids
}

const applyPolicy = async (ctx: Provisioning, input: Pick<StoredPolicy, 'signIn' | 'breakGlassIds'>): Promise<void> => {
  if (input.signIn === 'single_sign_on') await requireWorkingSignIn(ctx, input)
  await changePolicy(ctx, input)
}

/**
 * The section `signInPolicy` of the provisioning file: how people sign in, and the addresses of break-glass
 * administrators.
 */
export const signInSection = section({
  name: 'signInPolicy',
  entry: Type.Object(
    {
      signIn: Type.Enum([...signIns]),
      breakGlass: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: maxBreakGlass, uniqueItems: true }),
      ),
    },
    { additionalProperties: false },
  ),
  async prepare(_services, { signIn, breakGlass = [] }, position) {
    return async ctx => {
      const breakGlassIds = await findPersonIds(ctx, breakGlass, position)
      const [row] = await ctx.tx.query(findSignInPolicy, {})
      const isSame =
        row?.sign_in === signIn && row.break_glass_ids.toSorted().join() === breakGlassIds.toSorted().join()
      if (isSame || (!row && signIn === 'any' && breakGlassIds.length === 0)) return 'unchanged'
      await applyPolicy(ctx, { signIn, breakGlassIds }).catch((error: unknown) => {
        throw error instanceof Refusal ? position.mistake('signIn', `is refused: ${error.message}`) : error
      })
      return row ? 'updated' : 'created'
    }
  },
})
