/** Changes that a workspace may want a second person for (decision 110). */
export const recordApprovals = [
  'control_retirement',
  'clause_exclusion',
  'exception_activation',
  'clause_control_removal',
  'control_requirement_removal',
] as const

/** Changes that always take a second administrator, whatever the workspace's settings (decision 118). */
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

/** A request as the feature sees it that the change belongs to. */
export interface RequestedChange {
  readonly id: string
  readonly resourceId: string
  /** Who requested it, and who could act as them then. */
  readonly hands: readonly string[]
  /** Digest of what is proposed, which the feature keeps. */
  readonly proposalDigest: string | null
}

export interface NewRequest {
  readonly kind: AccessApproval
  readonly resourceId: string
  readonly title: string
  readonly proposalDigest: string | null
}

/** Which open requests make another one impossible. */
export interface Exclusive {
  readonly kinds: readonly AccessApproval[]
  /** Only those of this resource; all when left out. */
  readonly resourceId?: string
  /** Who does not confirm it besides the requester: the person whom it concerns. */
  readonly concerns?: string
  /** What to do where there is no other administrator. */
  readonly otherwise: string
}
