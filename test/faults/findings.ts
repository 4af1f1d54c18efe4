/** The kinds of data loss and damage that a fault campaign reports. */
export const findingKinds = ['lost', 'duplicated', 'torn', 'orphaned', 'other'] as const

/** The findings of a campaign, by kind. */
export type Findings = Readonly<Record<(typeof findingKinds)[number], string[]>>

export const noFindings = (): Findings => ({ lost: [], duplicated: [], torn: [], orphaned: [], other: [] })

export const formatCounts = (findings: Findings): string =>
  findingKinds.map(kind => `${kind} ${findings[kind].length}`).join(', ')

export const isSound = (findings: Findings): boolean => findingKinds.every(kind => findings[kind].length === 0)
