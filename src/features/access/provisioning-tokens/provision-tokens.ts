import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { section } from '#shared/provision.ts'
import { issueProvisioningToken } from './issue-provisioning-token.ts'
import { ExpiresInDays } from './provisioning-token.ts'
import { findTokenNamed } from './queries.ts'

/**
 * The list `provisioningTokens` of the provisioning file. A new name creates a token, which is shown once to the
 * operator, so that no person of the workspace becomes a custodian. A name that was used before changes nothing, even
 * if its token was revoked.
 */
export const provisioningTokensSection = section({
  name: 'provisioningTokens',
  key: 'name',
  entry: Type.Object({ name: Line(200), expiresInDays: Type.Optional(ExpiresInDays) }, { additionalProperties: false }),
  async prepare(_services, entry, position) {
    return async ctx => {
      const [existing] = await ctx.tx.query(findTokenNamed, { name: entry.name })
      if (existing) return 'unchanged'
      const { text } = await issueProvisioningToken(ctx, { ...entry, shownTo: null }).catch((error: unknown) => {
        throw error instanceof Refusal ? position.mistake('name', `is refused: ${error.message}`) : error
      })
      ctx.reveal('provisioningToken', entry.name, text)
      return 'created'
    }
  },
})
