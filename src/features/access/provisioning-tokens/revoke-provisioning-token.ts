import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { ProvisioningToken, renderProvisioningToken, TokenParams } from './provisioning-token.ts'
import { lockProvisioningToken, updateProvisioningToken } from './queries.ts'

export const revokeProvisioningToken = changeEndpoint({
  name: 'revokeProvisioningToken',
  summary: 'Revoke a provisioning token; its current and previous texts stop working',
  tag: 'Provisioning',
  method: 'DELETE',
  workspace: { path: '/provisioning-tokens/{tokenId}', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 200,
  action: 'provisioning_token.revoke',
  params: TokenParams,
  response: ProvisioningToken,
  errors: ['not_found'],
  async run(ctx, { params }) {
    const { tx, now, audit, identities } = ctx
    const row = firstOrNotFound(await tx.query(lockProvisioningToken, { id: params.tokenId }), 'provisioning token')
    const current = readRecord(ProvisioningToken, row.record)
    const revokedToken = { ...current, status: 'revoked' as const, previousUntil: null, updatedAt: iso(now) }
    const record = renderProvisioningToken(revokedToken)
    const holders = { shownTo: row.shown_to, previousShownTo: null }
    tx.write(updateProvisioningToken, {
      ...{ id: current.id, tokenSha256: row.token_sha256, previousSha256: null, previousUntil: null },
      ...{ expiresAt: current.expiresAt, revoked: true, ...holders, record },
    })
    tx.afterCommit(identities.forget)
    audit(current.id, { before: row.record, after: record, content: holders })
    writeSecurityEvent(ctx, { type: 'provisioningTokenChanged', context: { resourceId: current.id } })
    return new Rendered(record)
  },
})
