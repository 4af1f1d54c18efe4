import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { newCredential } from '#api/identity.ts'
import { Line } from '#api/schema.ts'
import { writeSecurityEvent } from '#api/security-event.ts'
import { day, iso } from '#lib/clock.ts'
import { baseOf } from '#src/features/access/scim/resource.ts'
import {
  ExpiresInDays,
  type ProvisioningToken,
  ProvisioningTokenWithText,
  renderProvisioningToken,
} from './provisioning-token.ts'
import { countLiveTokens, insertProvisioningToken, lockTokens } from './queries.ts'

const maxTokens = 10

/** Whoever is shown the token could make people; they are custodians of those who are made with it. */
export const createProvisioningToken = changing({
  name: 'createProvisioningToken',
  summary: 'Create a token with which an identity provider sends people and groups (SCIM); it is shown this once',
  tag: 'Provisioning',
  method: 'POST',
  workspace: { path: '/provisioning-tokens', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 201,
  action: 'provisioning_token.create',
  secret: 'token',
  body: Type.Object({ name: Line(200), expiresInDays: Type.Optional(ExpiresInDays) }),
  response: ProvisioningTokenWithText,
  errors: ['unprocessable'],
  async run(ctx, { body: { name, expiresInDays = 365 } }) {
    const { tx, actor, ids, now, audit, organizationId, settings } = ctx
    await tx.query(lockTokens, {})
    const [count] = await tx.query(countLiveTokens, { now: iso(now) })
    if ((count?.live ?? 0) >= maxTokens)
      throw new Refusal('unprocessable', `A workspace has at most ${maxTokens} provisioning tokens; revoke one first.`)
    const { text, sha256 } = newCredential('provisioning', organizationId)
    const id = ids.next('ptk', now)
    const at = iso(now)
    const provisioningToken: ProvisioningToken = {
      ...{ id, name, status: 'active', expiresAt: iso(now + expiresInDays * day), previousUntil: null },
      ...{ createdAt: at, rotatedAt: at, updatedAt: at },
    }
    const record = renderProvisioningToken(provisioningToken)
    const { expiresAt } = provisioningToken
    tx.write(insertProvisioningToken, { id, tokenSha256: sha256, expiresAt, shownTo: actor.id, record })
    audit(id, { after: record, content: { shownTo: actor.id, previousShownTo: null } })
    writeSecurityEvent(ctx, { type: 'provisioningTokenChanged', context: { resourceId: id } })
    return { provisioningToken, baseUrl: baseOf(settings.url, organizationId), token: text }
  },
})
