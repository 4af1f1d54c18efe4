import type { Change } from '#http/call.ts'
import { insertEvidenceRequirement, type Requirement } from './requirements/requirement.ts'

/** The fields of a requirement that another feature creates. */
interface NewRequirement extends Pick<Requirement, 'requirementKey' | 'title' | 'description'> {
  readonly status: 'draft' | 'active'
  readonly validityDays: number
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** Creates evidence requirements for other features. Returns the id. */
    readonly createRequirement: (change: Change, requirement: NewRequirement) => string
  }
}

/** The capabilities of this feature. */
export const provideEvidence = {
  createRequirement(change: Change, { validityDays, ...fields }: NewRequirement): string {
    const subject = { subjectModuleKey: null, subjectResourceType: null }
    return insertEvidenceRequirement(
      change,
      { ...fields, ...subject },
      { validityDays, retentionYears: null, reviewersRequired: 1, ownerId: null },
    ).id
  },
}
