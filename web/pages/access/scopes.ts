import type { Schemas } from '#web/api/client.ts'
import type { access } from '#web/i18n/en/access.ts'

export type Scope = Schemas['ServiceAccount']['scopes'][number]

type Level = 'read' | 'write' | 'manage'
type Resource = keyof (typeof access)['scopes']['resources']

interface Meaning {
  readonly resource: Resource
  readonly level: Level
}

/** The resource and level of each scope, in the order of the page. */
const meanings: Readonly<Record<Scope, Meaning>> = {
  'governance.evidence:read': { resource: 'evidence', level: 'read' },
  'governance.evidence:write': { resource: 'evidence', level: 'write' },
  'governance.findings:read': { resource: 'findings', level: 'read' },
  'governance.findings:write': { resource: 'findings', level: 'write' },
  'governance.submissions:read': { resource: 'submissions', level: 'read' },
  'governance.submissions:write': { resource: 'submissions', level: 'write' },
  'governance.exports:read': { resource: 'exports', level: 'read' },
  'governance.exports:write': { resource: 'exports', level: 'write' },
  'webhooks:manage': { resource: 'webhooks', level: 'manage' },
  'security.events:read': { resource: 'securityEvents', level: 'read' },
  'governance.ledger:read': { resource: 'ledger', level: 'read' },
  'governance.frameworks:read': { resource: 'frameworks', level: 'read' },
  'governance.controls:read': { resource: 'controls', level: 'read' },
  'governance.risks:read': { resource: 'risks', level: 'read' },
  'governance.assessments:read': { resource: 'assessments', level: 'read' },
  'governance.exceptions:read': { resource: 'exceptions', level: 'read' },
  'governance.monitoring:read': { resource: 'monitoring', level: 'read' },
  'governance.indicators:read': { resource: 'indicators', level: 'read' },
  'governance.assets:read': { resource: 'assets', level: 'read' },
  'governance.party-engagements:read': { resource: 'partyEngagements', level: 'read' },
  'governance.due-diligence-reviews:read': { resource: 'dueDiligenceReviews', level: 'read' },
  'governance.right-to-audit-records:read': { resource: 'rightToAuditRecords', level: 'read' },
  'governance.change-records:read': { resource: 'changeRecords', level: 'read' },
  'governance.vulnerabilities:read': { resource: 'vulnerabilities', level: 'read' },
}

export interface ResourceScopes {
  readonly resource: Resource
  readonly scopes: readonly { readonly scope: Scope; readonly level: Level }[]
}

const groups = Map.groupBy(Object.keys(meanings) as Scope[], scope => meanings[scope].resource)

/** All scopes, grouped by the resource that they open, in the order of `meanings`. */
export const allScopes: readonly ResourceScopes[] = [...groups].map(([resource, scopes]) => ({
  resource,
  scopes: scopes.map(scope => ({ scope, level: meanings[scope].level })),
}))
