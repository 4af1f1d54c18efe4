import type { AuditDetail } from './audit.ts'
import type { Change } from './call.ts'

/** Changes that a workspace may want a second person for (decision 110). */
export const recordApprovals = ['control_retirement', 'clause_exclusion', 'exception_activation'] as const

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
  readonly requestedBy: string
  /** Digest of what is proposed, which the feature keeps. */
  readonly proposalDigest: string | null
}

/** How a feature makes changes that a second administrator confirmed. `features.ts` collects them. */
export interface ApprovalSubject {
  readonly kind: AccessApproval
  /** Makes the change, in the transaction of the confirmation. Throws why it is no longer possible. */
  apply(change: Change, request: RequestedChange): Promise<Pick<AuditDetail, 'detail'> | undefined>
  /** Forgets what was proposed. */
  drop?(change: Change, request: RequestedChange): Promise<void>
}

interface NewRequest {
  readonly kind: AccessApproval
  readonly resourceId: string
  readonly title: string
  readonly proposalDigest: string | null
}

/** Requests of changes that take a second administrator: what other features use of them. */
export interface Approvals {
  /**
   * Stores a request of the caller. Throws a 409 where no other administrator could confirm it, and a 422 while one of
   * these kinds waits (for the resource, if `of` is `resource`).
   */
  request(
    change: Change,
    asked: NewRequest,
    exclusive: Exclusive,
  ): Promise<{ readonly id: string; readonly record: string }>
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
