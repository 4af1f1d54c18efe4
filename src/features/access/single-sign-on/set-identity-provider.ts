import { Type } from 'typebox'
import type { AuditDetail } from '#api/audit.ts'
import type { Change } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { invalid } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { writeSecurityEvent } from '#api/security-event.ts'
import { iso } from '#lib/clock.ts'
import { addCustodian } from '#src/features/access/custodians.ts'
import { evaluateEverybody, lockMapping } from '#src/features/access/groups/apply-groups.ts'
import { requireClientKey, secretBinding } from './client-authentication.ts'
import {
  IdentityProvider,
  normalizeDomains,
  ProviderInput,
  presentProvider,
  renderProvider,
  StoredProvider,
} from './identity-provider.ts'
import { discover } from './metadata.ts'
import {
  claimDomains,
  endSignOnSessions,
  forgetIdentities,
  insertProvider,
  keepDomains,
  listLinkedPeople,
  lockProvider,
  type ProviderRow,
  retireProvider,
} from './queries.ts'

/** The audit row of one that no longer counts. */
export const retired = ({ record, metadata }: ProviderRow): AuditDetail => ({
  before: record,
  after: record,
  content: { isCurrent: false, metadata: JSON.parse(metadata) },
})

interface Kept {
  readonly row: ProviderRow
  readonly provider: StoredProvider
}

const openSecret = ({ sealer, organizationId }: Change, kept: Kept | undefined, next: StoredProvider): string => {
  if (!kept?.row.client_secret || kept.provider.issuer !== next.issuer || kept.provider.clientId !== next.clientId)
    throw invalid(['clientSecret'], 'is required')
  return sealer.open(kept.row.client_secret, secretBinding(organizationId, kept.row.id))
}

const sealSecret = ({ sealer, organizationId }: Change, id: string, secret: string): string =>
  sealer.seal(secret, secretBinding(organizationId, id))

/**
 * The links between subjects and people are deleted when the issuer changes. Whoever sets it could sign in as anybody that it
 * lets in, so they are a custodian of all of them, and sessions that it opened before end.
 */
export const setIdentityProvider = changing({
  name: 'setIdentityProvider',
  summary: 'Let people of this workspace sign in at an OpenID Connect provider; it is asked for its metadata first',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'identity_provider.set',
  body: Type.Object({
    ...ProviderInput,
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description:
          'May be left out where issuer and client id stay as they are; then the secret does too. None is kept with private_key_jwt.',
      }),
    ),
  }),
  response: Type.Object({ identityProvider: IdentityProvider }),
  errors: ['conflict', 'unprocessable'],
  conflicts: {
    identity_provider_current: 'Somebody else is setting it at this moment; look at it again.',
  },
  async run(ctx, { body: { clientSecret, ...input } }) {
    const { tx, actor, ids, now, audit, identityProviders, identities } = ctx
    const emailDomains = normalizeDomains(input.emailDomains)
    if (input.createPeople && emailDomains.length === 0)
      throw invalid(['emailDomains'], 'must name a domain where people are made')
    const { clientAuthentication = 'client_secret' } = input
    const metadata = await discover(identityProviders, input.issuer, input.clientId, clientAuthentication)
    const at = iso(now)
    await lockMapping(ctx)
    const [row] = await tx.query(lockProvider, {})
    const kept: Kept | undefined = row && { row, provider: readRecord(StoredProvider, row.record) }
    const { createdAt = at } = { ...kept?.provider }
    const provider: StoredProvider = {
      addressesVerified: false,
      ...input,
      issuer: metadata.issuer,
      emailDomains,
      createdAt,
      updatedAt: at,
    }
    const id = ids.next('idp', now)
    const sealed =
      clientAuthentication === 'client_secret'
        ? sealSecret(ctx, id, clientSecret ?? openSecret(ctx, kept, provider))
        : ''
    if (clientAuthentication === 'private_key_jwt') await requireClientKey(ctx)
    const record = renderProvider(provider)
    tx.write(retireProvider, {})
    tx.write(insertProvider, { id, clientSecret: sealed, metadata: JSON.stringify(metadata), record })
    tx.write(keepDomains, { domains: emailDomains })
    tx.write(claimDomains, { domains: emailDomains })
    if (kept && kept.provider.issuer !== provider.issuer) tx.write(forgetIdentities, {})
    for (const linked of await tx.query(listLinkedPeople, {})) addCustodian(ctx, linked.person_id, actor.id, 'provider')
    tx.write(endSignOnSessions, {})
    await evaluateEverybody(ctx)
    tx.afterCommit(identities.forget)
    audit(id, { after: record, content: { isCurrent: true, metadata } })
    if (row) audit(row.id, retired(row))
    writeSecurityEvent(ctx, {
      type: 'identityProviderChanged',
      context: { resourceId: id, state: row ? 'changed' : 'added' },
    })
    return { identityProvider: await presentProvider(ctx, { record, metadata: JSON.stringify(metadata) }) }
  },
})
