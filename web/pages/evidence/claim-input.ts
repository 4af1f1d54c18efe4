import { readJsonText } from './json-text.ts'

/** The initial input for a new claim. */
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

/** Converts a time in the reader's time zone to the format of the server. */
const toTimestamp = (local: string) => (local ? new Date(local).toISOString() : null)

const parseSnapshot = (text: string) => {
  const json = readJsonText(text)
  return json.kind === 'object' ? json.value : undefined
}

/** The body of the request that creates the claim. */
export const claimBody = (fields: ClaimFields, reason: string) => {
  const { claimKey, title, subjectModuleKey, subjectResourceType, subjectResourceId } = fields
  const { sourceModuleKey, sourceResourceType, sourceResourceId } = fields
  const sourceSnapshot = parseSnapshot(fields.sourceSnapshot)
  const claimSnapshot = parseSnapshot(fields.claimSnapshot)
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
    validFrom: toTimestamp(fields.validFrom),
    validUntil: toTimestamp(fields.validUntil),
    observedFrom: toTimestamp(fields.observedFrom),
    observedUntil: toTimestamp(fields.observedUntil),
    ...(sourceSnapshot && { sourceSnapshot }),
    ...(claimSnapshot && { claimSnapshot }),
  }
}
