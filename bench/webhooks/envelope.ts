export const claimId = 'gec_01KAGZ5V3N8Q6Y2T4W7R9X1B0C'

const claim = {
  id: claimId,
  evidenceRequirementId: 'ger_01KAGZ5V3N8Q6Y2T4W7R9X1B0C',
  claimKey: 'nightly-backup-000000000000',
  title: 'Nightly backup report of the core banking system',
  status: 'submitted',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'ctl-17',
  subjectVersionId: null,
  sourceModuleKey: 'external',
  sourceResourceType: 'report',
  sourceResourceId: 'job-000000000000',
  sourceVersionId: null,
  validFrom: '2026-11-21T00:00:00.000Z',
  validUntil: '2027-11-21T00:00:00.000Z',
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
}

const eventFields = {
  type: 'evidence.claim.expired',
  createdAt: '2026-11-21T00:00:00.000Z',
  organization: { id: 'org_01KAGZ5V3N8Q6Y2T4W7R9X1B0C', slug: 'bench' },
  data: { claim },
}

/** The bytes of a delivery after the identifier. */
export const envelopeRest = `",${JSON.stringify(eventFields).slice(1)}`

/** The bytes of a delivery: an event with a claim, 0.8 KB. */
export const envelope = (eventId: string): string => `{"id":"${eventId}${envelopeRest}`
