import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { type EntryPosition, type Provisioning, section } from '#shared/provision.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { changePolicy, requireWayIn } from './change-policy.ts'
import { findSignInPolicy } from './queries.ts'
import { maxBreakGlass, type StoredPolicy, signIns } from './sign-in-policy.ts'

const idsOf = async ({ tx }: Provisioning, emails: readonly string[], place: EntryPosition): Promise<string[]> => {
  const ids: string[] = []
  for (const email of emails) {
    const [at] = await tx.query(findPersonAt, { address: normalizeEmail(email) })
    if (!at) throw place.mistake('breakGlass', `names ${email}, who is not in the workspace`)
    ids.push(at.subject_id)
  }
  return ids
}

const apply = async (ctx: Provisioning, wanted: Pick<StoredPolicy, 'signIn' | 'breakGlassIds'>): Promise<void> => {
  if (wanted.signIn === 'single_sign_on') await requireWayIn(ctx, wanted)
  await changePolicy(ctx, wanted)
}

/** `signInPolicy` of the provisioning file: how people sign in, with the addresses of break-glass administrators. */
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
  async prepare(_services, { signIn, breakGlass = [] }, place) {
    return async ctx => {
      const breakGlassIds = await idsOf(ctx, breakGlass, place)
      const [row] = await ctx.tx.query(findSignInPolicy, {})
      const isSame =
        row?.sign_in === signIn && row.break_glass_ids.toSorted().join() === breakGlassIds.toSorted().join()
      if (isSame || (!row && signIn === 'any' && breakGlassIds.length === 0)) return 'unchanged'
      await apply(ctx, { signIn, breakGlassIds }).catch((error: unknown) => {
        throw error instanceof Refusal ? place.mistake('signIn', `is refused: ${error.message}`) : error
      })
      return row ? 'updated' : 'created'
    }
  },
})
