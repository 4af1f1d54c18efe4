type ProviderClaims = Readonly<Record<string, unknown>>

/** The groups that a provider names, or the reason why they are unknown. Unknown groups are never the same as none. */
export type ClaimedGroups =
  | { readonly kind: 'known'; readonly groups: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string }

/** More groups than any provider puts into a token: Entra stops at 200, and Keycloak at the size of a header. */
const maxGroups = 2000

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const control = /[\u0000-\u001f\u007f]/

const isUnfit = (group: string): boolean => control.test(group) || !group.isWellFormed()

const overage =
  'The provider omitted the groups because there are too many: assign app roles to the groups, limit the claim to groups assigned to the application, or send groups by SCIM.'

const own = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as ProviderClaims)[name]
    : undefined

/** A claim by its full name, which may contain dots itself, or by a path such as `realm_access.roles`. */
const claimAt = (claims: ProviderClaims, path: string): unknown =>
  own(claims, path) ?? path.split('.').reduce<unknown>(own, claims)

/** Entra names the source of a claim that it omits; `hasgroups` stands for groups in a token of the implicit flow. */
const isLeftOut = (claims: ProviderClaims, path: string): boolean => {
  const { hasgroups, _claim_names: names } = claims
  if (path === 'groups' && (hasgroups === true || hasgroups === 'true')) return true
  return [path, path.split('.')[0] ?? path].some(name => own(names, name) !== undefined)
}

/** Whether the claims mention groups, if only that they were omitted. */
export const isInClaims = (claims: ProviderClaims, path: string): boolean =>
  isLeftOut(claims, path) || (claimAt(claims, path) ?? null) !== null

/** Reads the groups of a claim: a list of texts, or one text. A claim that is absent, but not omitted, has none. */
export const claimedGroups = (claims: ProviderClaims, path: string): ClaimedGroups => {
  if (isLeftOut(claims, path)) return { kind: 'unknown', why: overage }
  const claim = claimAt(claims, path) ?? []
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  const groups = list.filter(group => typeof group === 'string')
  if (groups.length < list.length)
    return { kind: 'unknown', why: `The claim ${path} contains something other than group names.` }
  if (groups.some(isUnfit))
    return { kind: 'unknown', why: `The claim ${path} contains a group name with control characters.` }
  if (groups.length > maxGroups) return { kind: 'unknown', why: `The claim ${path} has more than ${maxGroups} groups.` }
  return { kind: 'known', groups }
}
