import assert from 'node:assert/strict'
import type { Operation } from '#http/operation.ts'
import { day, iso } from '#lib/clock.ts'
import type { ApiResponse, Probata } from '#test/system.ts'
import { accessPreparations } from './access-requests.ts'
import { approvalArrangements } from './approval-requests.ts'
import type { PrepareRequest, Request } from './arrangement.ts'
import type { PreparedStatus } from './assessing.ts'
import type { Caller } from './caller.ts'
import { factorArrangements } from './factor-requests.ts'
import { reason } from './maker.ts'
import { messageArrangements } from './message-requests.ts'
import { policyArrangements } from './policies-requests.ts'
import { questionnaireArrangements } from './questionnaires-requests.ts'
import { roomArrangements } from './room-requests.ts'
import { senderArrangements } from './senders-requests.ts'
import { storageArrangements } from './storage-requests.ts'
import { type Fields, objectFor, type Property, prefixesOf, prefixOf } from './values.ts'
import { receiver, replayBody } from './webhook-values.ts'
import { clientSecret, type Organization, password } from './workspace.ts'

type SlotLocation = 'params' | 'query' | 'body'

/**
 * A field of a request that holds an id. `prefix` is the prefix of its records; undefined if it may name any record.
 */
export interface Slot {
  readonly location: SlotLocation
  readonly name: string
  readonly prefix: string | undefined
  /** The prefixes of all kinds of records that the slot may name. */
  readonly prefixes: readonly string[]
}

const schemasOf = ({ endpoint }: Operation): readonly (readonly [SlotLocation, Property | undefined])[] => [
  ['params', endpoint.params as Property | undefined],
  ['query', endpoint.query as Property | undefined],
  ['body', endpoint.accepts === 'multipart' ? undefined : (endpoint.body as Property | undefined)],
]

/** Returns the fields whose schemas say that they hold ids, and all query parameters whose names end in `Id`. */
export const slotsOf = (operation: Operation): Slot[] =>
  schemasOf(operation).flatMap(([location, schema]) =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
      const prefix = prefixOf(property)
      return prefix || (location === 'query' && name.endsWith('Id'))
        ? [{ location, name, prefix, prefixes: prefixesOf(property) }]
        : []
    }),
  )

const forNewFinding =
  (...moves: readonly string[]): PrepareRequest =>
  async organization => ({ params: { findingId: await organization.finding(...moves) } })

const forNewClaim: PrepareRequest = async organization => {
  const { id, reviewedDigest } = await organization.claim()
  return { params: { claimId: id }, body: { reviewedDigest } }
}

const forAskedClaim: PrepareRequest = async organization => ({ params: { claimId: await organization.asked() } })

const forNewAccount: PrepareRequest = async organization => ({ params: { accountId: await organization.account() } })

const forNewInvitation: PrepareRequest = async organization => ({
  body: { token: (await organization.invitation()).token },
})

const forNewWebhook: PrepareRequest = async organization => ({ params: { webhookId: await organization.webhook() } })

const forNewExport: PrepareRequest = async organization => ({ params: { exportId: await organization.export() } })

const forNewDeadLetter: PrepareRequest = async organization => ({ params: await organization.deadLetter() })

const forNewComment: PrepareRequest = async organization => ({ params: { commentId: await organization.comment() } })

const forNewAssessment =
  (status: PreparedStatus): PrepareRequest =>
  async organization => ({ params: { assessmentId: (await organization.assessment(status)).assessmentId } })

/** A PNG of one grey pixel. */
const smallestPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

// Request data that the schema cannot express: records in a certain state, or records that other requests must not find
// changed.
const arrangements: Readonly<Record<string, PrepareRequest>> = {
  __proto__: null as never,
  issueToken: async ({ canary }) => ({
    body: { grant_type: 'client_credentials', client_id: `${canary}-active`, client_secret: clientSecret },
  }),
  signIn: async ({ canary }) => ({ body: { email: `auditor@${canary}.example`, password } }),
  changePassword: async () => ({ body: { currentPassword: password, newPassword: password } }),
  ...factorArrangements,
  ...messageArrangements,
  endSession: async organization => ({ params: { sessionId: await organization.sessionId('admin') } }),
  endPersonSessions: async organization => ({ params: { personId: await organization.person() } }),
  openAttachment: async ({ attachment }) => ({ query: attachment }),
  setWorkspaceLogo: async () => ({ body: { png: smallestPng } }),
  uploadBinary: async organization => {
    const { id: claimId } = await organization.claim()
    const { id: intentId, file } = await organization.intent(claimId)
    return { query: { claimId, intentId }, body: file }
  },
  createUploadIntent: async organization => ({ body: { claimId: (await organization.claim()).id } }),
  approveClaim: forNewClaim,
  rejectClaim: forNewClaim,
  askAboutClaim: async organization => ({ params: { claimId: (await organization.claim()).id } }),
  answerClaimQuestion: async organization => ({
    params: { claimId: await organization.asked() },
    body: { answer: organization.word() },
  }),
  withdrawClaimQuestion: forAskedClaim,
  assignClaim: async organization => ({
    params: { claimId: (await organization.claim()).id },
    body: { reviewerId: organization.people.get('reviewer') },
  }),
  revokeInvitation: async organization => ({ params: { invitationId: (await organization.invitation()).id } }),
  lookAtInvitation: forNewInvitation,
  acceptInvitation: async organization => ({
    body: { token: (await organization.invitation()).token, password },
  }),
  confirmSession: async organization => ({
    body: { password, code: await organization.secondFactor('admin', 'on') },
  }),
  updatePerson: async organization => ({ params: { personId: await organization.person() } }),
  checkSignOnDomain: async organization => {
    await organization.provider()
    await organization.forgetChecks()
    return { body: { domain: `${organization.canary}.example` } }
  },
  switchWorkspace: async () => ({ body: { organization: 'elsewhere' } }),
  ...accessPreparations,
  rotateClientKey: async organization => {
    await organization.provider()
    return {}
  },
  backChannelLogout: async organization => {
    await organization.provider()
    return { params: { workspace: organization.id.slice(4) }, body: { logout_token: organization.logoutToken() } }
  },
  getClientKeys: async ({ id }) => ({ params: { workspace: id.slice(4) } }),
  beginSingleSignOn: async organization => {
    await organization.provider()
    return { body: { email: `auditor@${organization.canary}.example` } }
  },
  resetPassword: async organization => ({ params: { personId: await organization.person() } }),
  updateServiceAccount: forNewAccount,
  disableServiceAccount: forNewAccount,
  enableServiceAccount: async organization => ({ params: { accountId: await organization.account('disable') } }),
  rotateServiceAccountSecret: forNewAccount,
  createWebhook: async ({ canary }) => ({
    body: { url: receiver(canary), events: ['evidence.claim.created'], description: canary },
  }),
  updateWebhook: forNewWebhook,
  pauseWebhook: forNewWebhook,
  resumeWebhook: async organization => ({ params: { webhookId: await organization.webhook('pause') } }),
  rotateWebhookSecret: forNewWebhook,
  deleteWebhook: forNewWebhook,
  createWebhookReplay: async organization => ({
    params: { webhookId: (await organization.deadLetter()).webhookId },
    body: replayBody(organization.now()),
  }),
  cancelWebhookReplay: async organization => ({ params: await organization.replay() }),
  replayWebhookDeadLetter: forNewDeadLetter,
  purgeWebhookDeadLetter: forNewDeadLetter,
  recordSubmissionEvent: async organization => ({
    params: { packageId: await organization.package() },
    body: { eventKind: 'reviewed' },
  }),
  recordSubmissionEventByBody: async organization => ({
    body: { packageId: await organization.package(), eventKind: 'reviewed' },
  }),
  recordSubmissionOccurrence: async organization => ({
    params: { requirementId: (await organization.occurrence()).requirementId },
    body: { events: { occurrence: iso(organization.now()) } },
  }),
  updateSubmissionOccurrence: async organization => ({
    params: { occurrenceId: (await organization.occurrence()).occurrenceId },
    body: { events: { occurrence: iso(organization.now()) } },
  }),
  applyComputedDueDate: async organization => {
    const { packageId, dueAt } = await organization.occurrence()
    return { params: { packageId }, body: { dueAt } }
  },
  previewSubmissionSchedule: async () => ({
    query: { schedule: JSON.stringify({ every: 'month', due: { count: 24, unit: 'hours' } }) },
  }),
  returnSubmissionPackage: async organization => ({ params: { packageId: await organization.package('reviewed') } }),
  addSubmissionContent: async organization => ({
    params: { packageId: await organization.package() },
    body: { claimId: (await organization.claim()).id },
  }),
  removeSubmissionContent: async organization => ({ params: await organization.content() }),
  startFinding: forNewFinding(),
  remediateFinding: forNewFinding(),
  resolveFinding: async organization => {
    const { findingId, claimId } = await organization.resolvable()
    return { params: { findingId }, body: { claimId } }
  },
  acceptFinding: async organization => ({
    params: { findingId: await organization.finding() },
    body: { until: iso(organization.now() + day) },
  }),
  invalidateFinding: forNewFinding(),
  reopenFinding: forNewFinding('start'),
  addFindingClaim: async organization => ({
    params: { findingId: await organization.finding() },
    body: { claimId: (await organization.claim()).id },
  }),
  removeFindingClaim: async organization => ({ params: await organization.proof() }),
  requestEvidenceExport: async () => ({ body: { scope: { kind: 'everything' } } }),
  getEvidenceExport: forNewExport,
  cancelEvidenceExport: forNewExport,
  getLedgerTile: async () => ({ params: { level: '0', n: '0' }, query: { width: 1 } }),
  downloadEvidenceExport: async organization => ({ params: { exportId: await organization.export('ready') } }),
  revokeCalendarFeed: async organization => ({ params: { feedId: (await organization.feed()).id } }),
  getCalendarFeed: async organization => ({ params: { feed: (await organization.feed()).name } }),
  createSavedView: async () => ({ body: { query: 'status=submitted' } }),
  updateSavedView: async organization => ({ params: { viewId: await organization.savedView() }, body: { query: '' } }),
  deleteSavedView: async organization => ({ params: { viewId: await organization.savedView() } }),
  ...storageArrangements,
  importMapping: async organization => ({ params: { frameworkId: await organization.framework() } }),
  createFromTemplates: async () => ({ body: { keys: ['MFA'] } }),
  addClauseControl: async organization => ({ params: { clauseId: (await organization.clauseControl()).clauseId } }),
  removeClauseControl: async organization => ({ params: await organization.clauseControl() }),
  createComment: async organization => ({ body: { recordId: (await organization.claim()).id } }),
  listComments: async organization => ({ query: { recordId: (await organization.claim()).id } }),
  updateComment: forNewComment,
  deleteComment: forNewComment,
  removeComment: forNewComment,
  setOwnDeputy: async organization => ({ body: { deputyId: organization.people.get('reviewer') } }),
  setPersonDeputy: async organization => ({
    params: { personId: organization.people.get('contributor') },
    body: { deputyId: organization.people.get('reviewer') },
  }),
  acceptRisk: async organization => ({ params: { riskId: await organization.treatedRisk() } }),
  addRiskControl: async organization => ({ params: { riskId: (await organization.riskControl()).riskId } }),
  removeRiskControl: async organization => ({ params: await organization.riskControl() }),
  createAssessment: async () => ({ body: { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-12-31T00:00:00Z' } }),
  updateAssessment: forNewAssessment('planned'),
  startAssessment: forNewAssessment('planned'),
  submitAssessment: forNewAssessment('in_progress'),
  returnAssessment: forNewAssessment('in_review'),
  completeAssessment: forNewAssessment('in_review'),
  cancelAssessment: forNewAssessment('planned'),
  getAssessmentOscal: forNewAssessment('completed'),
  answerClause: async organization => {
    const { assessmentId, clauseId } = await organization.assessment('in_progress')
    return { params: { assessmentId }, body: { clauseId } }
  },
  ...approvalArrangements,
  ...senderArrangements,
  ...roomArrangements,
  ...policyArrangements,
  ...questionnaireArrangements,
  runJob: async () => ({ params: { name: 'expire-claims' } }),
  listJobRuns: async () => ({ params: { name: 'expire-claims' } }),
}

const merge = (defaults: Fields | undefined, prepared: Request['body']): Request['body'] => {
  if (prepared instanceof FormData || !defaults) return prepared
  return { ...defaults, ...prepared }
}

/** Builds a request that succeeds if a caller of the organization sends it. */
export const validRequest = async (operation: Operation, organization: Organization): Promise<Request> => {
  const prepared = (await arrangements[operation.endpoint.name]?.(organization)) ?? {}
  const defaults = Object.fromEntries(
    schemasOf(operation).map(([location, schema]) => [location, schema && objectFor(schema, organization)]),
  )
  const body = defaults.body && 'reason' in defaults.body ? { ...defaults.body, reason } : defaults.body
  return {
    params: { ...defaults.params, ...prepared.params },
    query: { ...defaults.query, ...prepared.query },
    body: merge(body, prepared.body),
    ...(prepared.caller && { caller: prepared.caller }),
  }
}

/** Returns a copy of the request with an id in a slot. */
export const insertId = (request: Request, { location, name }: Slot, id: string): Request => {
  assert.ok(!(request.body instanceof FormData && location === 'body'))
  return { ...request, [location]: { ...request[location], [name]: id } }
}

let keys = 0

/** Sends a request as a caller. */
export const send = (p: Probata, operation: Operation, request: Request, caller: Caller): Promise<ApiResponse> => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(request.params[name])))
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]))
  const { body } = request
  return p.call(operation.method, query.size > 0 ? `${path}?${query}` : path, {
    ...caller,
    ...(body && { body }),
    ...(operation.endpoint.keyRequired && { key: `access-matrix-${++keys}` }),
  })
}
