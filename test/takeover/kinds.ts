import { day, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { formOf, textFile } from '#test/proof.ts'
import type { ApiResponse } from '#test/system.ts'
import { controlOf, createOnce, idOf, makeFramework, nextClause } from './prerequisites.ts'
import { must, pick, sessionsOf, type TakeoverRecord, type TestSession, type World } from './world.ts'

/** A kind of decision. */
export interface Kind {
  /** The roles that can create such records, and the roles that can decide about them. */
  readonly makers: readonly string[]
  readonly deciders: readonly string[]
  /** Creates a record and returns it, or undefined if the workspace rejected it. */
  make(w: World, by: TestSession, which: number): Promise<Partial<TakeoverRecord> | undefined>
  /** Contributes to a record that may have another creator. Returns whether that succeeded. */
  touch?(w: World, by: TestSession, record: TakeoverRecord): Promise<boolean>
  decide(w: World, by: TestSession, record: TakeoverRecord): Promise<ApiResponse>
  /** The number of decisions that a record needs, each by a different human. */
  readonly steps?: number
}

const writers = ['admin', 'contributor']
const deciders = ['admin', 'reviewer']
const admins = ['admin']

const period = { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-12-31T00:00:00Z' }

const requestOf = async (
  w: World,
  by: TestSession,
  kind: string,
  resourceId: string | undefined,
  more: object = {},
) => {
  if (!resourceId) return undefined
  const id = idOf(await w.ask(by, 'POST', '/approval-requests', { kind, resourceId, ...more }))
  return id ? { id } : undefined
}

const confirmRequest: Kind['decide'] = (w, by, { id }) => w.ask(by, 'POST', `/approval-requests/${id}/confirm`)

const tokenOf = async (w: World, { clientId, secret }: { clientId: string; secret: string }): Promise<string> => {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  return (await w.call('POST', '/api/v1/auth/token', { body })).body.access_token
}

const answeredAssessment = async (w: World, by: TestSession, id: string, external: boolean) => {
  for (const step of ['start', 'answers', 'submit']) {
    const body = step === 'answers' ? { clauseId: w.shared.get('clauses S'), result: 'conforms' } : {}
    if (step !== 'submit' || !external) await w.ask(by, 'POST', `/assessments/${id}/${step}`, body)
  }
}

export const kinds: Readonly<Record<string, Kind>> = {
  claim: {
    ...{ makers: writers, deciders },
    async make(w, by, which) {
      const machine = pick(w.machines, which)
      if (machine && which % 2 === 0) {
        const body = claimInput(w.next('claim'))
        const token = await tokenOf(w, machine)
        const { id } = must(await w.call('POST', '/api/v1/governance/evidence/claims', { token, body }), 201)
        return { id, humans: new Set([machine.human]) }
      }
      const response = await w.ask(by, 'POST', '/claims', claimInput(w.next('claim'), { reason: 'made by hand' }))
      return response.status === 201 ? { id: response.body.id } : undefined
    },
    async decide(w, by, { id }) {
      const { reviewedDigest } = (await w.ask(by, 'GET', `/claims/${id}`)).body
      return w.ask(by, 'POST', `/claims/${id}/approve`, { reviewedDigest })
    },
  },
  finding: {
    ...{ makers: [...writers, 'reviewer'], deciders },
    async make(w, by) {
      const subject = { subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: 'gateway-1' }
      const id = idOf(await w.ask(by, 'POST', '/findings', { title: w.next('F'), severity: 'high', ...subject }))
      return id ? { id } : undefined
    },
    async touch(w, by, { id }) {
      const severity = w.next('').endsWith('1') ? 'low' : 'critical'
      const { body } = await w.ask(by, 'GET', `/findings/${id}`)
      if (body.severity === severity) return false
      return (await w.ask(by, 'PATCH', `/findings/${id}`, { severity })).status === 200
    },
    decide: (w, by, { id }) => w.ask(by, 'POST', `/findings/${id}/accept`, { until: iso(w.p.clock.now() + day) }),
  },
  exception: {
    ...{ makers: writers, deciders },
    async make(w, by) {
      const controlId = await createOnce(w, 'control', () => controlOf(w, by))
      const body = { exceptionKey: w.next('E'), title: 'None', controlId, expiresAt: '2099-12-31T00:00:00Z' }
      return requestOf(w, by, 'exception_activation', idOf(await w.ask(by, 'POST', '/exceptions', body)))
    },
    decide: confirmRequest,
  },
  clause: {
    ...{ makers: writers, deciders },
    make: async (w, by) => requestOf(w, by, 'clause_exclusion', await nextClause(w, by), { justification: 'none' }),
    decide: confirmRequest,
  },
  control: {
    ...{ makers: writers, deciders },
    make: async (w, by) => requestOf(w, by, 'control_retirement', await controlOf(w, by)),
    decide: confirmRequest,
  },
  link: {
    ...{ makers: writers, deciders },
    async make(w, by) {
      const [clauseId, controlId] = [await nextClause(w, by), await controlOf(w, by)]
      if (!clauseId || !controlId) return undefined
      const added = await w.ask(by, 'POST', `/clauses/${clauseId}/controls`, { controlId, extent: 'full' })
      if (added.status !== 201) return undefined
      return requestOf(w, by, 'clause_control_removal', clauseId, { linkedId: controlId })
    },
    decide: confirmRequest,
  },
  package: {
    ...{ makers: writers, deciders, steps: 2 },
    async make(w, by) {
      const submissionRequirementId = await createOnce(w, 'requirement', async () => {
        const [admin] = sessionsOf(w, admins)
        if (!admin) return undefined
        const policy = { requireReview: true, requireApproval: true }
        const fields = { requirementKey: 'R', title: 'A register', submissionKind: 'register_filing', status: 'active' }
        return idOf(await w.ask(admin, 'POST', '/submission-requirements', { ...fields, policy }))
      })
      if (!submissionRequirementId) return undefined
      const dueAt = iso(w.p.clock.now() + 10 * day)
      const body = { submissionRequirementId, packageKey: w.next('P'), title: '2026', dueAt }
      const id = idOf(await w.ask(by, 'POST', '/packages', body))
      return id ? { id } : undefined
    },
    async touch(w, by, { id, steps }) {
      if (steps > 0) return false
      return (await w.ask(by, 'PATCH', `/packages/${id}`, { title: w.next('another title') })).status === 200
    },
    decide: (w, by, { id, steps }) => {
      const eventKind = steps === 0 ? 'reviewed' : 'approved'
      const event = { eventKind, occurredAt: iso(w.p.clock.now()), eventSnapshot: {} }
      return w.ask(by, 'POST', `/packages/${id}/events`, event)
    },
  },
  risk: {
    ...{ makers: writers, deciders },
    async make(w, by) {
      const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
      const body = { riskKey: w.next('R'), title: 'An employee leaves', ownerId: by.account.id, ...figures }
      const id = idOf(await w.ask(by, 'POST', '/risks', body))
      if (!id) return undefined
      for (const status of ['assessed', 'treated']) await w.ask(by, 'PATCH', `/risks/${id}`, { status })
      return { id }
    },
    async touch(w, by, { id }) {
      return (await w.ask(by, 'PATCH', `/risks/${id}`, { description: w.next('as seen today') })).status === 200
    },
    decide: (w, by, { id }) => w.ask(by, 'POST', `/risks/${id}/accept`),
  },
  assessment: {
    ...{ makers: admins, deciders },
    async make(w, by, which) {
      const frameworkId = await makeFramework(w, by, 'S', 1)
      if (!frameworkId) return undefined
      const external = which % 2 === 0
      const key = { assessmentKey: w.next('A'), title: 'An assessment', assessorId: by.account.id, external }
      const id = idOf(await w.ask(by, 'POST', '/assessments', { ...key, ...period, frameworkId }))
      if (!id) return undefined
      await answeredAssessment(w, by, id, external)
      return { id, more: { external: external ? 'yes' : '' } }
    },
    // Contributes in the assessment's room, as a guest whose link the human saw.
    async touch(w, by, { id, more }) {
      if (!more.external) return false
      await w.ask(by, 'POST', `/assessments/${id}/room`)
      const guest = { name: 'Gerda', email: `${w.next('gerda')}@audit.example` }
      const body = { ...guest, expiresAt: iso(w.p.clock.now() + 30 * day) }
      const invitation = await w.ask(by, 'POST', `/assessments/${id}/room/guests`, body)
      if (invitation.status !== 201) return false
      const token = String(invitation.body.url).split('#')[1]
      const entryResponse = await w.call('POST', '/api/room/enter', { body: { token } })
      const cookie = entryResponse.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const entry = { kind: 'comment', text: 'All of it is as it should be.' }
      return (await w.call('POST', '/api/room/entries', { cookie, body: entry })).status === 201
    },
    async decide(w, by, { id, more, humans }) {
      // A human who is signed in as the assessor submits the assessment.
      const assessor = more.external ? (await w.ask(by, 'GET', `/assessments/${id}`)).body : undefined
      if (assessor?.status === 'in_progress') {
        const assessorSession = w.sessions.find(({ account }) => account.id === assessor.assessorId)
        if (assessorSession) humans.add(assessorSession.human)
        if (assessorSession) await w.ask(assessorSession, 'POST', `/assessments/${id}/submit`)
      }
      return w.ask(by, 'POST', `/assessments/${id}/complete`)
    },
  },
  policy: {
    ...{ makers: writers, deciders },
    async make(w, by) {
      const policyId = idOf(await w.ask(by, 'POST', '/policies', { policyKey: w.next('POL'), title: 'A policy' }))
      if (!policyId) return undefined
      const { name, type, bytes } = textFile(w.next('Lock your screen.'), 'policy.txt')
      const fileFields = { originalFilename: name, contentType: type, byteSize: bytes.length }
      const announcementBody = { ...fileFields, checksumSha256: sha256Hex(bytes) }
      const announcement = must(await w.ask(by, 'POST', `/policies/${policyId}/versions`, announcementBody), 201)
      const body = formOf({ name, type, bytes })
      must(await w.call('POST', announcement.upload.path, { cookie: by.cookie, body }), 201)
      return { id: announcement.version.id, more: { policyId } }
    },
    decide: (w, by, { id, more }) => w.ask(by, 'POST', `/policies/${more.policyId}/versions/${id}/publish`),
  },
  questionnaire: {
    ...{ makers: writers, deciders },
    async make(w, by) {
      const fields = { questionnaireKey: w.next('ASK'), title: 'Devices' }
      const questionnaireId = idOf(await w.ask(by, 'POST', '/questionnaires', fields))
      if (!questionnaireId) return undefined
      const id = idOf(
        await w.ask(by, 'POST', `/questionnaires/${questionnaireId}/versions`, { questions: [question('a')] }),
      )
      return id ? { id } : undefined
    },
    async touch(w, by, { id }) {
      const questions = [question(w.next('b'))]
      return (await w.ask(by, 'PATCH', `/questionnaire-versions/${id}`, { questions })).status === 200
    },
    decide: (w, by, { id }) => w.ask(by, 'POST', `/questionnaire-versions/${id}/publish`),
  },
  hold: {
    ...{ makers: admins, deciders: admins },
    async make(w, by) {
      if (w.number % 2 === 0) return undefined
      const id = idOf(await w.ask(by, 'POST', '/storage-holds', { claimId: null }))
      if (!id) return undefined
      must(await w.ask(by, 'POST', `/storage-holds/${id}/release`), 200)
      return { id }
    },
    decide: (w, by, { id }) => w.ask(by, 'POST', `/storage-holds/${id}/release/confirm`),
  },
  keys: {
    ...{ makers: admins, deciders: admins },
    async make(w, by) {
      await createOnce(w, 'key', async () => String((await w.ask(by, 'POST', '/storage-keys')).status))
      // Keys cannot be destroyed while a hold is in force.
      if (w.records.some(({ kind }) => kind === 'hold')) return undefined
      const id = idOf(await w.ask(by, 'POST', '/storage-keys/destruction'))
      return id ? { id } : undefined
    },
    decide: (w, by, { id }) => w.ask(by, 'POST', '/storage-keys/destruction/confirm', { destructionId: id }),
  },
}

const question = (questionKey: string) => ({ questionKey, kind: 'yes_no', title: 'Encrypted?', isRequired: true })

export const kindNames = Object.keys(kinds)

/** Creates a record of a kind from an account whose role allows it. */
export const makeRecord = async (w: World, name: string, who: number, which: number): Promise<string | undefined> => {
  const kind = kinds[name]
  const eligible = sessionsOf(w, kind?.makers ?? [])
  // Half of the time, prefers a human who is in another human's account.
  const takenOver = eligible.filter(({ human, account }) => account.owner !== human)
  const by = pick(which % 2 === 0 && takenOver.length > 0 ? takenOver : eligible, who)
  if (!kind || !by) return undefined
  const record = await kind.make(w, by, which)
  if (!record?.id) return undefined
  const { id, humans = new Set([by.human]), more = {} } = record
  w.records.push({ kind: name, id, humans, more, steps: 0 })
  return `${name} ${id} by ${[...humans]} as ${by.account.email}`
}
