import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { section } from '#shared/provision.ts'
import { makeProvisioningToken } from './make-provisioning-token.ts'
import { ExpiresInDays } from './provisioning-token.ts'
import { findTokenNamed } from './queries.ts'

/**
 * The list `provisioningTokens` of the provisioning file. A token of a new name is made and shown to the operator once:
 * no person of the workspace becomes a custodian by it. A name that was used before changes nothing, even if its token
 * was revoked.
 */
export const provisioningTokensSection = section({
  name: 'provisioningTokens',
  key: 'name',
  entry: Type.Object({ name: Line(200), expiresInDays: Type.Optional(ExpiresInDays) }, { additionalProperties: false }),
  async prepare(_services, entry, place) {
    return async ctx => {
      const [present] = await ctx.tx.query(findTokenNamed, { name: entry.name })
      if (present) return 'unchanged'
      const { text } = await makeProvisioningToken(ctx, { ...entry, shownTo: null }).catch((error: unknown) => {
        throw error instanceof Refusal ? place.mistake('name', `is refused: ${error.message}`) : error
      })
      ctx.reveal('provisioningToken', entry.name, text)
      return 'created'
    }
  },
})
