/** The values that fill the examples. */
export interface ExampleValues {
  readonly base: string
  readonly clientId: string
  readonly requirementId?: string | undefined
  readonly packageId: string
  readonly eventKind: string
  readonly eventType: string
}

/** The steps, each with the scope that it needs. The first step needs no scope. */
export const steps = [
  { name: 'token' },
  { name: 'requirements', scope: 'governance.evidence:read' },
  { name: 'claim', scope: 'governance.evidence:write' },
  { name: 'upload', scope: 'governance.evidence:write' },
  { name: 'event', scope: 'governance.submissions:write' },
  { name: 'webhook', scope: 'webhooks:manage' },
] as const satisfies readonly { readonly name: string; readonly scope?: string }[]

export type StepName = (typeof steps)[number]['name']
