/** The scopes that a service account can have. Each scope is required by at least one endpoint or event type. */
export const scopes = Object.freeze([
  'governance.evidence:read',
  'governance.evidence:write',
  'governance.submissions:read',
  'governance.submissions:write',
  'governance.exports:read',
  'governance.exports:write',
  'governance.ledger:read',
  'governance.frameworks:read',
  'governance.controls:read',
  'governance.findings:read',
  'governance.findings:write',
  'governance.risks:read',
  'governance.assessments:read',
  'governance.exceptions:read',
  'governance.monitoring:read',
  'governance.indicators:read',
  'governance.assets:read',
  'governance.party-engagements:read',
  'governance.due-diligence-reviews:read',
  'governance.right-to-audit-records:read',
  'governance.change-records:read',
  'governance.vulnerabilities:read',
  'webhooks:manage',
  'security.events:read',
] as const)

export type Scope = (typeof scopes)[number]

/** The roles of people; `docs/operating.md` describes them. */
export const roles = Object.freeze(['admin', 'reviewer', 'contributor', 'auditor'] as const)

export type Role = (typeof roles)[number]

/** The kinds of caller. */
export const actorKinds = Object.freeze(['service_account', 'person', 'guest', 'system', 'anonymous'] as const)

/** The room of an assessment that a guest has access to. */
export interface GuestRoom {
  readonly id: string
  readonly assessmentId: string
}

/** The caller. `credentialId` is the token or session that idempotency keys belong to. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  readonly id: string
  readonly credentialId: string
  readonly organizationId: string
  readonly scopes: readonly string[]
  readonly role?: Role
  /**
   * The people who could act as this actor: for a service account, those who created it or saw its current secret; for
   * a person, their custodians.
   */
  readonly custodians?: readonly string[]
  /** The units that the actor is limited to; records that it creates go to the first. Absent if it is not limited. */
  readonly units?: readonly string[]
  /** For a guest: the room. A guest sees nothing outside it. */
  readonly room?: GuestRoom
  /** Set in a sample workspace: its responses and files are marked, and it sends nothing to other systems. */
  readonly sample?: true
  /**
   * For a session: how it was opened, when the person last proved their identity, and the deadline for setting up a
   * second factor if they have none; times in milliseconds.
   */
  readonly session?: {
    readonly openedWith: string
    readonly confirmedAt: number
    readonly factorDue?: number | undefined
  }
}

/** Converts a caller without a token or session to an actor: its id also serves as the credential id. */
export const asActor = <Caller extends Pick<Actor, 'kind' | 'id' | 'organizationId' | 'role'>>(caller: Caller) => ({
  ...caller,
  credentialId: caller.id,
  scopes: [],
})

/** The actor of scheduled jobs and provisioning. */
export const system = (id: string, organizationId: string): Actor => asActor({ kind: 'system', id, organizationId })

/** The unidentified caller of public endpoints; its organization id stands for the install. */
export const anonymous: Actor = asActor({ kind: 'anonymous', id: 'anonymous', organizationId: 'install' })
