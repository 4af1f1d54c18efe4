/** What a service account may be given (section 5): each is asked for by an endpoint, or opens events. */
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

/** The roles of people (operating: roles of people). */
export const roles = Object.freeze(['admin', 'reviewer', 'contributor', 'auditor'] as const)

export type Role = (typeof roles)[number]

/** What callers are. */
export const actorKinds = Object.freeze(['service_account', 'person', 'guest', 'system', 'anonymous'] as const)

/** The room of an assessment that somebody from outside is let into. */
export interface RoomOf {
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
  /** Who could act as them: of a service account the people who created it or were shown its current secret, of a person their custodians. */
  readonly custodians?: readonly string[]
  /** The units that they belong to, the first of which has what they record; left out for the whole workspace. */
  readonly units?: readonly string[]
  /** Of a guest: the room, beyond which they see nothing. */
  readonly room?: RoomOf
  /**
   * Of a session: how it was opened, when its person last proved their identity, and when they need a second factor that
   * they do not have; in milliseconds.
   */
  readonly session?: {
    readonly openedWith: string
    readonly confirmedAt: number
    readonly factorDue?: number | undefined
  }
}

/** Somebody who acts without a token or a session: their own id stands for it. */
export const asActor = <Who extends Pick<Actor, 'kind' | 'id' | 'organizationId' | 'role'>>(who: Who) => ({
  ...who,
  credentialId: who.id,
  scopes: [],
})

/** The actor of scheduled jobs and provisioning. */
export const system = (id: string, organizationId: string): Actor => asActor({ kind: 'system', id, organizationId })

/** Nobody: the caller of public endpoints, under the organization id of the install. */
export const anonymous: Actor = asActor({ kind: 'anonymous', id: 'anonymous', organizationId: 'install' })
