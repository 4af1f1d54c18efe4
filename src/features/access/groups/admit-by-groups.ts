import { system } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { day } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce } from '#shared/security-event.ts'
import type { Claims, FreshClaims } from '#src/features/access/single-sign-on/claims.ts'
import { defaultGroupsClaim, type StoredProvider } from '#src/features/access/single-sign-on/identity-provider.ts'
import { findIdentityOf } from '#src/features/access/single-sign-on/queries.ts'
import type { SignOnIdentity } from '#src/features/access/single-sign-on/resolve-identity.ts'
import { applyGroups } from './apply-groups.ts'
import type { ClaimedGroups } from './claimed-groups.ts'
import { currentRules, type GroupRule, rulesOf } from './group-rules.ts'
import { grantOf } from './map-person.ts'
import { mappingPolicyOf } from './mapping-policy.ts'
import { findGroupsOf } from './queries.ts'

type AdmittableIdentity = Exclude<SignOnIdentity, { readonly kind: 'rejected' }>
type KnownIdentity = Extract<SignOnIdentity, { readonly kind: 'known' }>
type NewIdentity = Extract<SignOnIdentity, { readonly kind: 'new' }>
type RejectedIdentity = Extract<SignOnIdentity, { readonly kind: 'rejected' }>

export interface SignOn extends Pick<FreshClaims, 'groups'> {
  readonly organizationId: string
  readonly provider: StoredProvider
  readonly claims: Claims
}

interface MappedSignOn extends SignOn {
  readonly rules: readonly GroupRule[]
}

export const noGroup = (personId?: string): RejectedIdentity => ({
  kind: 'rejected',
  reason: 'no group gives access',
  message: sentence`sign_in.no_group: You were not signed in: none of your groups gives access to this workspace. Ask an administrator for access.`,
  ...(personId && { personId }),
})

const unknownGroups = (reason: string, personId?: string): RejectedIdentity => ({
  kind: 'rejected',
  reason: `groups are not known: ${reason}`,
  message: sentence`sign_in.groups_not_sent: You were not signed in: the identity provider did not send your groups. Ask an administrator: the audit trail says how to fix it.`,
  ...(personId && { personId }),
})

/** Reads the groups that the provider sends. Unknown groups cause a security event, at most once a day. */
const readGroups = async (
  call: CommittingCall,
  { organizationId, provider, groups: requestGroups }: MappedSignOn,
): Promise<ClaimedGroups> => {
  const groups = await requestGroups(provider.groupsClaim ?? defaultGroupsClaim).catch((error: unknown) => {
    call.log.warn({ event: 'groups_not_read', organization: organizationId, error })
    return { kind: 'unknown', reason: 'The UserInfo endpoint of the provider did not answer.' } as const
  })
  if (groups.kind === 'unknown')
    await recordOnce(call, organizationId, { type: 'groupsUnknown', context: { requestId: call.requestId } }, day)
  return groups
}

const admitKnown = async (
  call: CommittingCall,
  signOn: MappedSignOn,
  identity: KnownIdentity,
): Promise<SignOnIdentity> => {
  const { organizationId, rules, claims } = signOn
  const { id } = identity.person
  const received = await call.db.read(organizationId, findGroupsOf, { personId: id })
  const isByScim = rulesOf(rules, 'scim').length > 0 && received.some(({ source }) => source === 'scim')
  // SCIM sends every change, so the token adds nothing, and a token that omits groups does no harm.
  if (isByScim) return identity.person.status === 'disabled' ? noGroup(id) : identity
  const groups = await readGroups(call, signOn)
  if (groups.kind === 'unknown') return unknownGroups(groups.reason, id)
  // In its own transaction, so that a loss of access is stored although the sign-on is rejected.
  return call.db.transaction(organizationId, async (tx): Promise<SignOnIdentity> => {
    const actor = system('single_sign_on', organizationId)
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'person.map', null)
    const [linkedIdentity] = await tx.query(findIdentityOf, { personId: id, issuer: claims.issuer })
    if (linkedIdentity && linkedIdentity.subject !== claims.subject)
      return { kind: 'rejected', reason: 'linked to another subject', personId: id }
    const { person, record } = await applyGroups(ctx, identity.person, groups.groups, 'single_sign_on')
    if (person.status === 'disabled') return noGroup(id)
    return { ...identity, person, record }
  })
}

const admitNew = async (call: CommittingCall, signOn: MappedSignOn, identity: NewIdentity): Promise<SignOnIdentity> => {
  const groups = await readGroups(call, signOn)
  if (groups.kind === 'unknown') return unknownGroups(groups.reason)
  const received = [{ source: 'single_sign_on', groups: groups.groups }] as const
  const grant = grantOf(mappingPolicyOf(signOn.rules, signOn.provider), received)
  if (!grant?.access) return noGroup()
  const { access, ...mapping } = grant
  return { ...identity, ...access, mapping, groups: groups.groups }
}

/**
 * Applies group rules to a person whom the provider has identified. If rules for its groups exist, the person gets the
 * access that the rules give now, or is rejected. Without rules, nothing changes and no claim is read.
 */
export const admitByGroups = async (
  call: CommittingCall,
  signOn: SignOn,
  identity: AdmittableIdentity,
): Promise<SignOnIdentity> => {
  const { organizationId } = signOn
  const rules = await currentRules({ query: (statement, values) => call.db.read(organizationId, statement, values) })
  const mappedSignOn = { ...signOn, rules }
  const isMapping = rulesOf(rules, 'single_sign_on').length > 0
  if (identity.kind === 'new') return isMapping ? admitNew(call, mappedSignOn, identity) : identity
  if (isMapping) return admitKnown(call, mappedSignOn, identity)
  return identity.person.status === 'disabled' ? noGroup(identity.person.id) : identity
}
