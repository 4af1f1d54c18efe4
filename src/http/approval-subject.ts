/** Changes for which a workspace may require a second person (decision 110). */
export const recordApprovals = [
  'control_retirement',
  'clause_exclusion',
  'exception_activation',
  'clause_control_removal',
  'control_requirement_removal',
] as const

/** Changes that always need a second administrator, regardless of the workspace's settings (decision 118). */
export const accessApprovals = [
  'identity_provider_change',
  'identity_provider_removal',
  'group_rules_change',
  'second_factor_removal',
] as const

export const approvalKinds = Object.freeze([...recordApprovals, ...accessApprovals] as const)

export type ApprovalKind = (typeof approvalKinds)[number]

export type AccessApproval = (typeof accessApprovals)[number]

export const isAccessApproval = (kind: ApprovalKind): kind is AccessApproval =>
  accessApprovals.some(access => access === kind)

/** The part of a request that the feature that makes the change receives. */
export interface RequestedChange {
  readonly id: string
  readonly resourceId: string
  /** The requester and the people who could act as them at that time. */
  readonly hands: readonly string[]
  /** Digest of the proposal, which the feature keeps. */
  readonly proposalDigest: string | null
}

export interface NewRequest {
  readonly kind: AccessApproval
  readonly resourceId: string
  readonly title: string
  readonly proposalDigest: string | null
}

/** The open requests that prevent a new one. */
export interface Exclusive {
  readonly kinds: readonly AccessApproval[]
  /** Only requests about this resource; absent for requests about any. */
  readonly resourceId?: string
  /** The person whom the change affects, who cannot confirm the request either. */
  readonly concerns?: string
  /** The remedy if no other administrator exists. */
  readonly otherwise: string
}
