import { readJsonText } from './json-text.ts'

/** A new claim as it is typed. */
export const blankClaim = {
  evidenceRequirementId: '',
  claimKey: '',
  title: '',
  subjectModuleKey: '',
  subjectResourceType: '',
  subjectResourceId: '',
  subjectVersionId: '',
  sourceModuleKey: 'external',
  sourceResourceType: '',
  sourceResourceId: '',
  sourceVersionId: '',
  sourceSnapshot: '',
  claimSnapshot: '',
  validFrom: '',
  validUntil: '',
  observedFrom: '',
  observedUntil: '',
}

export type ClaimFields = Readonly<typeof blankClaim>

export type FieldName = keyof ClaimFields

export const requiredFields: readonly FieldName[] = [
  'claimKey',
  'title',
  'subjectModuleKey',
  'subjectResourceType',
  'subjectResourceId',
  'sourceModuleKey',
  'sourceResourceType',
  'sourceResourceId',
]

export const snapshots = ['sourceSnapshot', 'claimSnapshot'] as const satisfies readonly FieldName[]

/** The value of a field in the reader's time zone, as the server reads it. */
const moment = (local: string) => (local ? new Date(local).toISOString() : null)

const snapshot = (text: string) => {
  const read = readJsonText(text)
  return read.kind === 'object' ? read.value : undefined
}

/** The body of the call that makes the claim. */
export const claimBody = (fields: ClaimFields, reason: string) => {
  const { claimKey, title, subjectModuleKey, subjectResourceType, subjectResourceId } = fields
  const { sourceModuleKey, sourceResourceType, sourceResourceId } = fields
  const sourceSnapshot = snapshot(fields.sourceSnapshot)
  const claimSnapshot = snapshot(fields.claimSnapshot)
  return {
    claimKey,
    title,
    subjectModuleKey,
    subjectResourceType,
    subjectResourceId,
    sourceModuleKey,
    sourceResourceType,
    sourceResourceId,
    reason,
    evidenceRequirementId: fields.evidenceRequirementId || null,
    subjectVersionId: fields.subjectVersionId || null,
    sourceVersionId: fields.sourceVersionId || null,
    validFrom: moment(fields.validFrom),
    validUntil: moment(fields.validUntil),
    observedFrom: moment(fields.observedFrom),
    observedUntil: moment(fields.observedUntil),
    ...(sourceSnapshot && { sourceSnapshot }),
    ...(claimSnapshot && { claimSnapshot }),
  }
}
