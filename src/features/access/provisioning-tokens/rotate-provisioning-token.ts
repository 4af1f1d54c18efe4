import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { newCredential } from '#http/identity.ts'
import { day, hour, iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { recordCustodiansOfCaller } from '#src/features/access/custodians.ts'
import { scimBaseUrl } from '#src/features/access/scim/resource.ts'
import {
  ExpiresInDays,
  ProvisioningTokenWithText,
  readProvisioningToken,
  renderProvisioningToken,
  TokenParams,
} from './provisioning-token.ts'
import { lockProvisioningToken, updateProvisioningToken } from './queries.ts'

export const rotateProvisioningToken = changeEndpoint({
  name: 'rotateProvisioningToken',
  summary:
    'Replace the text of a provisioning token; the new text is shown only once, and the old text works for some more hours',
  tag: 'Provisioning',
  method: 'POST',
  workspace: { path: '/provisioning-tokens/{tokenId}/rotate', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 200,
  action: 'provisioning_token.rotate',
  secret: 'token',
  params: TokenParams,
  body: Type.Object({
    expiresInDays: Type.Optional(ExpiresInDays),
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'Hours for which the old text also works; 24 if omitted.',
      }),
    ),
  }),
  response: ProvisioningTokenWithText,
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params, body: { expiresInDays = 365, overlapHours = 24 } }) {
    const { tx, actor, now, audit, organizationId, settings, identities } = ctx
    const row = firstOrNotFound(await tx.query(lockProvisioningToken, { id: params.tokenId }), 'provisioning token')
    const current = readProvisioningToken(row.record, now)
    if (current.status === 'revoked')
      throw new Refusal(
        'unprocessable',
        sentence`provisioning_token.revoked: The token is revoked; create another one.`,
      )
    const { text, sha256 } = newCredential('provisioning', organizationId)
    const overlapEndsAt = Math.min(now + overlapHours * hour, Date.parse(current.expiresAt))
    const overlaps = overlapEndsAt > now
    const provisioningToken = {
      ...current,
      status: 'active' as const,
      expiresAt: iso(now + expiresInDays * day),
      previousUntil: overlaps ? iso(overlapEndsAt) : null,
      rotatedAt: iso(now),
      updatedAt: iso(now),
    }
    const record = renderProvisioningToken(provisioningToken)
    const holders = { shownTo: actor.id, previousShownTo: overlaps ? row.shown_to : null }
    tx.write(updateProvisioningToken, {
      id: current.id,
      tokenSha256: sha256,
      previousSha256: overlaps ? row.token_sha256 : null,
      previousUntil: provisioningToken.previousUntil,
      expiresAt: provisioningToken.expiresAt,
      revoked: false,
      ...holders,
      record,
    })
    recordCustodiansOfCaller(ctx, current.id)
    tx.afterCommit(identities.forget)
    audit(current.id, { before: row.record, after: record, content: holders })
    writeSecurityEvent(ctx, { type: 'provisioningTokenChanged', context: { resourceId: current.id } })
    return { provisioningToken, baseUrl: scimBaseUrl(settings.url, organizationId), token: text }
  },
})
