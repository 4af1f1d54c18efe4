type ProviderClaims = Readonly<Record<string, unknown>>

/** The groups that a provider names, or why they are unknown. Unknown groups are never treated as no groups. */
export type ClaimedGroups =
  | { readonly kind: 'known'; readonly groups: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string }

/** More groups than any provider puts into a token: Entra stops at 200, and Keycloak at the header size. */
const maxGroups = 2000

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds the characters to reject
const controlCharacter = /[\u0000-\u001f\u007f]/

const isInvalid = (group: string): boolean => controlCharacter.test(group) || !group.isWellFormed()

const overage =
  'The provider omitted the groups because there are too many: assign app roles to the groups, limit the claim to groups assigned to the application, or send groups by SCIM.'

const ownProperty = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as ProviderClaims)[name]
    : undefined

/** Finds a claim by its full name, which may contain dots, or by a path such as `realm_access.roles`. */
const claimAt = (claims: ProviderClaims, path: string): unknown =>
  ownProperty(claims, path) ?? path.split('.').reduce<unknown>(ownProperty, claims)

/** Whether Entra omitted a claim: it then names the claim's source, or sets `hasgroups` in the implicit flow. */
const isOmitted = (claims: ProviderClaims, path: string): boolean => {
  const { hasgroups, _claim_names: names } = claims
  if (path === 'groups' && (hasgroups === true || hasgroups === 'true')) return true
  return [path, path.split('.')[0] ?? path].some(name => ownProperty(names, name) !== undefined)
}

/** Whether the claims contain groups, or say that they were omitted. */
export const isInClaims = (claims: ProviderClaims, path: string): boolean =>
  isOmitted(claims, path) || (claimAt(claims, path) ?? null) !== null

/**
 * Reads the groups of a claim: a list of strings, or one string. If the claim is absent and was not omitted, there are
 * no groups.
 */
export const readClaimedGroups = (claims: ProviderClaims, path: string): ClaimedGroups => {
  if (isOmitted(claims, path)) return { kind: 'unknown', reason: overage }
  const claim = claimAt(claims, path) ?? []
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  const groups = list.filter(group => typeof group === 'string')
  if (groups.length < list.length)
    return { kind: 'unknown', reason: `The claim ${path} contains something other than group names.` }
  if (groups.some(isInvalid))
    return { kind: 'unknown', reason: `The claim ${path} contains a group name with control characters.` }
  if (groups.length > maxGroups)
    return { kind: 'unknown', reason: `The claim ${path} has more than ${maxGroups} groups.` }
  return { kind: 'known', groups }
}
