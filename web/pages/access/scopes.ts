import type { access } from '#web/i18n/en/access.ts'

type Level = 'read' | 'write' | 'manage'
type Resource = keyof (typeof access)['scopes']['resources']

interface Meaning {
  readonly resource: Resource
  readonly level: Level
}

/** What each scope that is offered opens. */
const meanings = {
  'governance.evidence:read': { resource: 'evidence', level: 'read' },
  'governance.evidence:write': { resource: 'evidence', level: 'write' },
  'governance.submissions:read': { resource: 'submissions', level: 'read' },
  'governance.submissions:write': { resource: 'submissions', level: 'write' },
  'webhooks:manage': { resource: 'webhooks', level: 'manage' },
  'security.events:read': { resource: 'securityEvents', level: 'read' },
} as const satisfies Readonly<Record<string, Meaning>>

type Scope = keyof typeof meanings

/** Whether this release offers it; a provisioning file may have given others. */
export const isScope = (text: string): text is Scope => Object.hasOwn(meanings, text)

export interface ResourceScopes {
  readonly resource: Resource
  readonly scopes: readonly { readonly scope: Scope; readonly level: Level }[]
}

const groups = Map.groupBy(Object.keys(meanings).filter(isScope), scope => meanings[scope].resource)

/** All scopes by what they open, in the order of the table. */
export const allScopes: readonly ResourceScopes[] = [...groups].map(([resource, scopes]) => ({
  resource,
  scopes: scopes.map(scope => ({ scope, level: meanings[scope].level })),
}))
