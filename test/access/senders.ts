import { newCredential } from '#http/identity.ts'
import { day, iso } from '#lib/clock.ts'
import { renderProvisioningToken } from '#src/features/access/provisioning-tokens/provisioning-token.ts'
import { insertProvisioningToken } from '#src/features/access/provisioning-tokens/queries.ts'
import { type Sender, senderOf } from '#test/scim.ts'
import type { Probata } from '#test/system.ts'

export interface ProvisioningFactory {
  /** Creates a provisioning token; returns its text. */
  provisioningToken(state?: 'expired' | 'revoked'): Promise<string>
  /** Creates a provisioning token; returns its id. */
  provisioningTokenId(): Promise<string>
  scimUser(): Promise<string>
  scimGroup(): Promise<string>
  /** Sends a new address for the person with this role, who then has to confirm it; returns the address. */
  pendingAddress(role: string): Promise<string>
  /** Revokes every token, because a workspace can have at most ten. */
  forgetProvisioningTokens(): Promise<void>
  /** Returns a name that no user or group has yet. */
  scimName(): string
}

let nameCount = 0

export const sendersOf = (p: Probata, id: string, canary: string): ProvisioningFactory => {
  const { services } = p.system
  const make = async (state?: 'expired' | 'revoked') => {
    const { text, sha256 } = newCredential('provisioning', id)
    const now = services.clock.now()
    const [createdAt, expiresAt] = [iso(now), iso(now + (state === 'expired' ? -1 : day))]
    const tokenId = services.ids.next('ptk', now)
    const record = renderProvisioningToken({
      ...{ id: tokenId, name: `${canary} ${tokenId}`, status: state === 'revoked' ? 'revoked' : 'active', expiresAt },
      ...{ previousUntil: null, createdAt: createdAt, rotatedAt: createdAt, updatedAt: createdAt },
    })
    await services.db.transaction(id, async tx => {
      tx.write(insertProvisioningToken, { id: tokenId, tokenSha256: sha256, expiresAt, shownTo: null, record })
    })
    if (state === 'revoked') await p.sql('update provisioning_token set revoked = true where id = $1', [tokenId])
    return { tokenId, text }
  }
  const sender = async (): Promise<Sender> => senderOf(p, id.slice(4), (await make()).text)
  const maker: ProvisioningFactory = {
    provisioningToken: async state => (await make(state)).text,
    provisioningTokenId: async () => (await make()).tokenId,
    async pendingAddress(role) {
      const [person] = await p.sql(
        `select id from person where organization_id = $1 and role = $2 and not disabled order by id limit 1`,
        [id, role],
      )
      const userName = maker.scimName()
      await (await sender()).ok('PUT', `/Users/${person?.id}`, { userName, displayName: canary, active: true })
      return userName
    },
    async forgetProvisioningTokens() {
      await p.sql('update provisioning_token set revoked = true where organization_id = $1', [id])
    },
    scimName: () => `${canary}-sent-${++nameCount}@${canary}.example`,
    scimUser: async () => (await sender()).user(maker.scimName()),
    scimGroup: async () => (await (await sender()).ok('POST', '/Groups', { displayName: maker.scimName() })).id,
  }
  return maker
}
