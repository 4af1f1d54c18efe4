/** The kinds of findings after a campaign (quality: "Nothing lost"). */
export const kinds = ['lost', 'duplicated', 'torn', 'orphaned', 'other'] as const

/** The findings, by kind. */
export type Findings = Readonly<Record<(typeof kinds)[number], string[]>>

export const noFindings = (): Findings => ({ lost: [], duplicated: [], torn: [], orphaned: [], other: [] })

export const counts = (findings: Findings): string => kinds.map(kind => `${kind} ${findings[kind].length}`).join(', ')

export const isSound = (findings: Findings): boolean => kinds.every(kind => findings[kind].length === 0)
