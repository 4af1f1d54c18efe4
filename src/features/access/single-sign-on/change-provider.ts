import type { AuditDetail } from '#http/audit.ts'
import type { Change, Provided } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { isRequired } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { addCustodian } from '#src/features/access/custodians.ts'
import { rejectWhileSignOnRequired } from '#src/features/access/forced-sign-on/sign-on-required.ts'
import { evaluateMappedPeople, forgetSource, lockMapping } from '#src/features/access/groups/apply-groups.ts'
import { clientSecretBinding, requireClientKey } from './client-authentication.ts'
import { forgetIdentities } from './former-identities.ts'
import {
  normalizeDomains,
  type ProviderSettings,
  pickSettings,
  renderProvider,
  StoredProvider,
} from './identity-provider.ts'
import { discover, type Metadata } from './metadata.ts'
import {
  claimDomains,
  deleteOtherDomains,
  endSignOnSessions,
  forgetClientKeys,
  type IdentityProviderRow,
  insertProvider,
  listLinkedPeople,
  lockIdentityProvider,
  retireProvider,
} from './queries.ts'

/** The audit detail for settings that are no longer in force. */
const retiredRow = ({ record, metadata }: IdentityProviderRow): AuditDetail => ({
  before: record,
  after: record,
  content: { isCurrent: false, metadata: JSON.parse(metadata) },
})

/** Settings that were checked at the provider. */
export interface CheckedProvider {
  readonly provider: ProviderSettings
  readonly metadata: Metadata
  /** Undefined unless the client authenticates with client_secret. */
  readonly secret: string | undefined
}

const openCurrentSecret = (
  { sealer, organizationId }: Change,
  row: IdentityProviderRow | undefined,
  next: ProviderSettings,
): string => {
  const current = row && readRecord(StoredProvider, row.record)
  if (!row?.client_secret || current?.issuer !== next.issuer || current.clientId !== next.clientId)
    throw invalid(['clientSecret'], isRequired)
  return sealer.open(row.client_secret, clientSecretBinding(organizationId, row.id))
}

/** Reads the provider's metadata and completes the settings. Throws 400 or 422 with the reason. */
export const checkProvider = async (
  ctx: Change & Provided<'identityProviders'>,
  { clientSecret, ...input }: ProviderSettings & { readonly clientSecret?: string },
): Promise<CheckedProvider & { readonly current: IdentityProviderRow | undefined }> => {
  const emailDomains = normalizeDomains(input.emailDomains)
  if (input.createPeople && emailDomains.length === 0)
    throw invalid(['emailDomains'], sentence`field.domain_required: must name a domain if people are created`)
  const { clientAuthentication = 'client_secret' } = input
  const metadata = await discover(ctx.identityProviders, input.issuer, input.clientId, clientAuthentication)
  await lockMapping(ctx)
  const [current] = await ctx.tx.query(lockIdentityProvider, {})
  const provider = pickSettings({ addressesVerified: false, ...input, issuer: metadata.issuer, emailDomains })
  const secret =
    clientAuthentication === 'client_secret' ? (clientSecret ?? openCurrentSecret(ctx, current, provider)) : undefined
  return { provider, metadata, secret, current }
}

/**
 * Puts settings in force. A change of the issuer deletes the connections between subjects and people. The people who
 * chose the provider could sign in as anyone connected to it. They therefore become custodians of all these people, and
 * all sessions opened by single sign-on end. Returns the row's id.
 */
export const changeProvider = async (
  ctx: Change,
  { provider: input, metadata, secret }: CheckedProvider,
  { id = ctx.ids.next('idp', ctx.now), chosenBy }: { readonly id?: string; readonly chosenBy: readonly string[] },
): Promise<string> => {
  const { tx, now, audit, identities, sealer, organizationId } = ctx
  const timestamp = iso(now)
  await lockMapping(ctx)
  const [row] = await tx.query(lockIdentityProvider, {})
  const current = row && readRecord(StoredProvider, row.record)
  const provider: StoredProvider = { ...input, createdAt: current?.createdAt ?? timestamp, updatedAt: timestamp }
  const { emailDomains: domains } = provider
  const clientSecret = secret === undefined ? '' : sealer.seal(secret, clientSecretBinding(organizationId, id))
  if (provider.clientAuthentication === 'private_key_jwt') await requireClientKey(ctx)
  const record = renderProvider(provider)
  tx.write(retireProvider, {})
  tx.write(insertProvider, { id, clientSecret, metadata: JSON.stringify(metadata), record })
  tx.write(deleteOtherDomains, { domains })
  tx.write(claimDomains, { domains })
  if (current && current.issuer !== provider.issuer) tx.write(forgetIdentities, { now: iso(ctx.now) })
  for (const linkedPerson of await tx.query(listLinkedPeople, {}))
    for (const chooserId of chosenBy) addCustodian(ctx, linkedPerson.person_id, chooserId, 'provider')
  tx.write(endSignOnSessions, {})
  await evaluateMappedPeople(ctx)
  tx.afterCommit(identities.forget)
  audit(id, { action: 'identity_provider.set', after: record, content: { isCurrent: true, metadata } })
  if (row) audit(row.id, { action: 'identity_provider.set', ...retiredRow(row) })
  const state = row ? 'changed' : 'added'
  writeSecurityEvent(ctx, { type: 'identityProviderChanged', context: { resourceId: id, state } })
  return id
}

/** Ends single sign-on and deletes its data. Throws 409 while the workspace requires single sign-on. */
export const endProvider = async (ctx: Change, row: IdentityProviderRow): Promise<void> => {
  const { tx, audit, identities } = ctx
  await rejectWhileSignOnRequired(ctx)
  tx.write(retireProvider, {})
  tx.write(deleteOtherDomains, { domains: [] })
  tx.write(forgetIdentities, { now: iso(ctx.now) })
  tx.write(forgetClientKeys, { until: null })
  tx.write(endSignOnSessions, {})
  await forgetSource(ctx, 'single_sign_on')
  tx.afterCommit(identities.forget)
  audit(row.id, { action: 'identity_provider.remove', ...retiredRow(row) })
  writeSecurityEvent(ctx, { type: 'identityProviderChanged', context: { resourceId: row.id, state: 'removed' } })
}
