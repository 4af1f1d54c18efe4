import { fromLocal } from '#web/ui/local-moment.ts'
import { emptySnapshot, snapshotOf } from '#web/ui/snapshot-field.tsx'
import type { Requirement } from './queries.ts'

/** The fields that follow from the requirement, the title and the files, unless the person changes them. */
export const derivedNames = [
  'claimKey',
  'subjectModuleKey',
  'subjectResourceType',
  'subjectResourceId',
  'sourceModuleKey',
  'sourceResourceType',
  'sourceResourceId',
] as const

export type DerivedName = (typeof derivedNames)[number]

export type Derived = Readonly<Record<DerivedName, string>>

/** The initial input for a new claim. */
export const blankClaim = {
  evidenceRequirementId: '',
  title: '',
  claimKey: '',
  subjectModuleKey: '',
  subjectResourceType: '',
  subjectResourceId: '',
  subjectVersionId: '',
  sourceModuleKey: '',
  sourceResourceType: '',
  sourceResourceId: '',
  sourceVersionId: '',
  /** The derived fields that the person has changed. */
  edited: [] as DerivedName[],
  sourceSnapshot: emptySnapshot,
  claimSnapshot: emptySnapshot,
  validFrom: '',
  validUntil: '',
  observedFrom: '',
  observedUntil: '',
  reason: '',
}

export type ClaimFields = typeof blankClaim

const maxSlugLength = 60

/** Letters and digits joined by hyphens: "Zugänge geprüft" is "zugaenge-geprueft". */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '')

interface Origin {
  readonly title: string
  readonly requirement: Pick<Requirement, 'requirementKey' | 'subjectModuleKey' | 'subjectResourceType'> | undefined
  readonly hasFiles: boolean
  readonly personId: string
  readonly organization: string
  /** The user's calendar day, such as 2026-11-29. */
  readonly today: string
}

/** Fills in the key, the subject and the source of a claim that a person logs. */
export const deriveClaim = ({ title, requirement, hasFiles, personId, organization, today }: Origin): Derived => ({
  claimKey: `${slugOf(title) || slugOf(requirement?.requirementKey ?? '') || 'claim'}-${today}`,
  subjectModuleKey: requirement?.subjectModuleKey ?? 'probata',
  subjectResourceType: requirement?.subjectResourceType ?? (requirement ? 'evidence_requirement' : 'workspace'),
  subjectResourceId: requirement?.requirementKey ?? organization,
  sourceModuleKey: 'probata',
  sourceResourceType: hasFiles ? 'upload' : 'statement',
  sourceResourceId: personId,
})

/** The value of a derived field: the person's own, or the one that follows from the other fields. */
export const fieldValue = (name: DerivedName, fields: ClaimFields, derived: Derived): string =>
  fields.edited.includes(name) ? fields[name] : derived[name]

type Snapshot = Record<string, unknown>

const snapshotFields = (fields: ClaimFields): { sourceSnapshot?: Snapshot; claimSnapshot?: Snapshot } =>
  Object.fromEntries(
    (['sourceSnapshot', 'claimSnapshot'] as const).flatMap(name => {
      const snapshot = snapshotOf(fields[name])
      return snapshot && Object.keys(snapshot).length > 0 ? [[name, { ...snapshot }]] : []
    }),
  )

/** The body of the request that creates the claim. */
export const claimBody = (fields: ClaimFields, derived: Derived, reason: string) => {
  const moment = (name: 'validFrom' | 'validUntil' | 'observedFrom' | 'observedUntil') =>
    fromLocal(fields[name]) ?? null
  const value = (name: DerivedName) => fieldValue(name, fields, derived)
  return {
    reason,
    title: fields.title.trim(),
    claimKey: value('claimKey'),
    subjectModuleKey: value('subjectModuleKey'),
    subjectResourceType: value('subjectResourceType'),
    subjectResourceId: value('subjectResourceId'),
    sourceModuleKey: value('sourceModuleKey'),
    sourceResourceType: value('sourceResourceType'),
    sourceResourceId: value('sourceResourceId'),
    evidenceRequirementId: fields.evidenceRequirementId || null,
    subjectVersionId: fields.subjectVersionId || null,
    sourceVersionId: fields.sourceVersionId || null,
    validFrom: moment('validFrom'),
    validUntil: moment('validUntil'),
    observedFrom: moment('observedFrom'),
    observedUntil: moment('observedUntil'),
    ...snapshotFields(fields),
  }
}
