import type { operations } from './schema.d.ts'

type Operations = operations

/** The operations whose body has a reason. */
export type ReasonedOperation = {
  [Name in keyof Operations]: Operations[Name] extends {
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly reason: string } } }
  }
    ? Name
    : never
}[keyof Operations]

/** Writes the reason for an operation that does not ask for one. `fields` are the names of the changed fields. */
type ReasonWriter = (fields: readonly string[]) => string

const inWebApp =
  (action: string): ReasonWriter =>
  () =>
    `${action} in the web app.`

const created = inWebApp('Created')
const attached = inWebApp('Attached')
const linked = inWebApp('Linked')
const imported = inWebApp('Imported')
const replayed = inWebApp('Replayed')
const changed: ReasonWriter = fields =>
  fields.length > 0 ? `Changed ${fields.join(', ')} in the web app.` : 'Saved without a change in the web app.'

/**
 * For each operation, whether the web app asks for the reason, or the sentence that it fills in. It asks where
 * something is decided, published, withdrawn or deleted, and for each change of access. This table contains every
 * operation with a reason exactly once, so that dialogs do not decide this.
 */
export const reasonRules: Readonly<Record<ReasonedOperation, 'asked' | ReasonWriter>> = {
  removeComment: 'asked',
  setPersonDeputy: 'asked',

  closeSampleWorkspace: 'asked',

  requestApproval: 'asked',
  confirmApproval: 'asked',
  withdrawApproval: 'asked',

  createAssessment: created,
  updateAssessment: changed,
  answerClause: inWebApp('Answered'),
  startAssessment: inWebApp('Started'),
  submitAssessment: inWebApp('Submitted for review'),
  returnAssessment: 'asked',
  completeAssessment: 'asked',
  cancelAssessment: 'asked',
  openAssessmentRoom: 'asked',
  refreshAssessmentRoom: 'asked',
  prepareRoomBundle: 'asked',
  endAssessmentRoom: 'asked',
  inviteRoomGuest: 'asked',
  revokeRoomGuest: 'asked',
  answerRoomEntry: inWebApp('Answered'),

  createEvidenceRequirement: created,
  createFromTemplates: created,
  updateEvidenceRequirement: changed,
  createClaim: created,
  createUploadIntent: attached,
  assignClaim: inWebApp('Assigned'),
  approveClaim: 'asked',
  rejectClaim: 'asked',
  askAboutClaim: inWebApp('Asked'),
  answerClaimQuestion: inWebApp('Answered'),
  withdrawClaimQuestion: inWebApp('Withdrew the question'),

  createFramework: created,
  updateFramework: changed,
  importClauses: imported,
  importMapping: imported,
  updateClause: changed,
  addClauseControl: linked,
  removeClauseControl: 'asked',
  createControl: created,
  updateControl: changed,
  addControlRequirement: linked,
  removeControlRequirement: 'asked',

  createFinding: created,
  updateFinding: changed,
  updateFindingDueDays: changed,
  assignFindings: inWebApp('Assigned'),
  addFindingClaim: linked,
  removeFindingClaim: 'asked',
  startFinding: inWebApp('Started'),
  remediateFinding: 'asked',
  resolveFinding: 'asked',
  acceptFinding: 'asked',
  invalidateFinding: 'asked',
  reopenFinding: 'asked',

  createRisk: created,
  updateRisk: changed,
  acceptRisk: 'asked',
  addRiskControl: linked,
  removeRiskControl: 'asked',

  createPolicy: created,
  updatePolicy: changed,
  retirePolicy: 'asked',
  announcePolicyVersion: inWebApp('Uploaded'),
  publishPolicyVersion: 'asked',
  withdrawPolicyVersion: 'asked',
  startPolicyCampaign: 'asked',
  updatePolicyCampaign: changed,
  cancelPolicyCampaign: 'asked',
  createQuestionnaire: created,
  updateQuestionnaire: changed,
  retireQuestionnaire: 'asked',
  createQuestionnaireVersion: created,
  updateQuestionnaireVersion: changed,
  publishQuestionnaireVersion: 'asked',
  withdrawQuestionnaireVersion: 'asked',
  startQuestionnaireRound: 'asked',
  updateQuestionnaireRound: changed,
  cancelQuestionnaireRound: 'asked',

  createAsset: created,
  updateAsset: changed,
  createChangeRecord: created,
  updateChangeRecord: changed,
  createDueDiligenceReview: created,
  updateDueDiligenceReview: changed,
  createException: created,
  updateException: changed,
  createIndicatorDefinition: created,
  updateIndicatorDefinition: changed,
  createIndicatorMeasurement: created,
  updateIndicatorMeasurement: changed,
  createMonitoringDefinition: created,
  updateMonitoringDefinition: changed,
  createMonitoringResultItem: created,
  updateMonitoringResultItem: changed,
  createMonitoringRun: created,
  updateMonitoringRun: changed,
  createPartyEngagement: created,
  updatePartyEngagement: changed,
  createRightToAuditRecord: created,
  updateRightToAuditRecord: changed,
  createVulnerability: created,
  updateVulnerability: changed,

  createSubmissionRequirement: created,
  updateSubmissionRequirement: changed,
  createSubmissionPackage: created,
  updateSubmissionPackage: changed,
  addSubmissionContent: attached,
  removeSubmissionContent: 'asked',
  recordSubmissionEvent: 'asked',
  returnSubmissionPackage: 'asked',
  recordSubmissionOccurrence: created,
  updateSubmissionOccurrence: changed,
  applyComputedDueDate: 'asked',
  createSavedView: created,
  updateSavedView: changed,
  deleteSavedView: inWebApp('Deleted'),

  createCalendarFeed: created,
  revokeCalendarFeed: 'asked',

  requestEvidenceExport: 'asked',
  cancelEvidenceExport: inWebApp('Cancelled'),
  requestLedgerVerification: inWebApp('Requested'),
  eraseAuditFields: 'asked',
  rotateLedgerKey: 'asked',
  runJob: inWebApp('Run by hand'),

  createPerson: 'asked',
  invitePerson: 'asked',
  revokeInvitation: 'asked',
  updatePerson: 'asked',
  setAccessSource: 'asked',
  confirmPersonFactor: 'asked',
  resetPassword: 'asked',
  endPersonSessions: 'asked',
  removePersonSignOn: 'asked',
  resumePersonMail: inWebApp('Resumed'),
  removePersonTotp: 'asked',
  createServiceAccount: 'asked',
  updateServiceAccount: 'asked',
  disableServiceAccount: 'asked',
  enableServiceAccount: 'asked',
  rotateServiceAccountSecret: 'asked',
  createProvisioningToken: 'asked',
  rotateProvisioningToken: 'asked',
  revokeProvisioningToken: 'asked',
  setGroupRules: 'asked',
  setIdentityProvider: 'asked',
  removeIdentityProvider: 'asked',
  rotateClientKey: 'asked',
  setSignInPolicy: 'asked',
  setSecondFactorRules: 'asked',
  placeRecords: 'asked',
  createUnit: created,
  updateUnit: changed,
  updateWorkspaceSettings: 'asked',
  setWorkspaceLogo: inWebApp('Uploaded'),
  removeWorkspaceLogo: inWebApp('Removed'),
  setNotificationDefault: changed,
  setEscalationDays: changed,

  createStorageBinding: created,
  updateStorageBinding: changed,
  validateStorageBinding: inWebApp('Validated'),
  activateStorageBinding: 'asked',
  retireStorageBinding: 'asked',
  replaceStorageCredentials: 'asked',
  startStorageMigration: 'asked',
  cancelStorageMigration: 'asked',
  acceptStorageMigrationFailure: 'asked',
  pauseStorageMigration: inWebApp('Paused'),
  resumeStorageMigration: inWebApp('Resumed'),
  setStorageMigrationRate: changed,
  updateStorageQuota: changed,
  placeStorageHold: 'asked',
  askStorageHoldRelease: 'asked',
  confirmStorageHoldRelease: 'asked',
  withdrawStorageHoldRelease: 'asked',
  setStorageKeyProvider: 'asked',
  createStorageKey: 'asked',
  askStorageKeyDestruction: 'asked',
  confirmStorageKeyDestruction: 'asked',
  withdrawStorageKeyDestruction: 'asked',

  createWebhook: created,
  updateWebhook: changed,
  deleteWebhook: 'asked',
  updateWebhookSettings: 'asked',
  pauseWebhook: inWebApp('Paused'),
  resumeWebhook: inWebApp('Resumed'),
  rotateWebhookSecret: 'asked',
  testWebhook: inWebApp('Test event requested'),
  deliverWebhookNow: inWebApp('Delivery requested'),
  replayWebhookDelivery: replayed,
  replayWebhookDeadLetter: replayed,
  createWebhookReplay: replayed,
  cancelWebhookReplay: inWebApp('Cancelled'),
  purgeWebhookDeadLetter: 'asked',
  purgeWebhookDeadLetters: 'asked',
}

/** Statuses that end a record or put it in force: setting one always asks for a reason, regardless of the operation. */
const decidedStatuses: ReadonlySet<string> = new Set(['retired', 'archived', 'closed', 'accepted', 'cancelled'])

/** The operation of a dialog, and the status that it sets if it changes nothing else. */
export interface Reasoned {
  readonly operation: ReasonedOperation
  readonly status?: string | undefined
}

/** Whether the web app asks for the reason. */
export const isReasonAsked = ({ operation, status }: Reasoned): boolean =>
  reasonRules[operation] === 'asked' || (status !== undefined && decidedStatuses.has(status))

/** The name of a field in a sentence: `reviewDueAt` is "review due date", `ownerId` is "owner". */
const nameOfField = (field: string): string =>
  field
    .replace(/Ids$/, 's')
    .replace(/Id$/, '')
    .replace(/At$/, 'Date')
    .replaceAll(/[A-Z]+/g, letters => ` ${letters.toLowerCase()}`)

/** The reason to store for an operation whose reason is not asked. Names the changed fields, in English. */
export const filledReason = ({ operation, status }: Reasoned, fields: readonly string[]): string => {
  const rule = reasonRules[operation]
  if (rule === 'asked') return ''
  if (status !== undefined) return `Set the status to ${status.replaceAll('_', ' ')} in the web app.`
  return rule(fields.map(nameOfField))
}
