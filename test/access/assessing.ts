/** The statuses into which a test can bring an assessment. */
export type PreparedStatus = 'planned' | 'in_progress' | 'in_review' | 'completed'

/** Creates risks and assessments in the states that an administrator's requests need. */
export interface AssessmentFactory {
  /** Creates a treated risk that another person owns. */
  treatedRisk(): Promise<string>
  /** Creates a control, and the contributor's open request to retire it. */
  approvalRequest(): Promise<{ readonly controlId: string; readonly requestId: string }>
  /** Creates a risk and a control that treats it. */
  riskControl(): Promise<{ readonly riskId: string; readonly controlId: string }>
  /** Creates a framework with a clause. */
  framework(): Promise<string>
  /** Creates a clause that can be assessed, and a control that addresses it. */
  clauseControl(): Promise<{ readonly clauseId: string; readonly controlId: string }>
  /** Creates an assessment in a status. The administrator is its assessor only if no clause has been answered yet. */
  assessment(status: PreparedStatus): Promise<{ readonly assessmentId: string; readonly clauseId: string }>
}

type Body = Readonly<Record<string, unknown>>

interface Dependencies {
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly ask: (method: string, path: string, caller: { readonly cookie: string }, body?: Body) => Promise<any>
  readonly session: (person: string) => Promise<string>
  readonly people: ReadonlyMap<string, string>
  readonly word: () => string
}

const period = { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-12-31T00:00:00Z' }
const rating = { likelihood: 3, impact: 3, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 1 }

export const assessmentsOf = ({ people, word, ...dependencies }: Dependencies): AssessmentFactory => {
  const ask = async (person: string, method: string, path: string, body?: Body) =>
    dependencies.ask(method, `/api/workspace${path}`, { cookie: await dependencies.session(person) }, body)
  /** A framework with one clause. */
  const newClause = async () => {
    const { id: frameworkId } = await ask('admin', 'POST', '/frameworks', { frameworkKey: word(), title: word() })
    const clauses = [{ clauseKey: word(), title: word() }]
    await ask('admin', 'POST', `/frameworks/${frameworkId}/clauses`, { clauses })
    const [clause] = (await ask('admin', 'GET', `/frameworks/${frameworkId}/clauses`)).clauses
    return { frameworkId, clauseId: clause.id }
  }
  return {
    framework: async () => (await newClause()).frameworkId,
    async clauseControl() {
      const { clauseId } = await newClause()
      const { id: controlId } = await ask('admin', 'POST', '/controls', { controlKey: word(), title: word() })
      await ask('admin', 'POST', `/clauses/${clauseId}/controls`, { controlId, extent: 'full' })
      return { clauseId, controlId }
    },
    async approvalRequest() {
      const body = { controlKey: word(), title: word(), status: 'active' }
      const { id: controlId } = await ask('admin', 'POST', '/controls', body)
      const proposal = { kind: 'control_retirement', resourceId: controlId }
      const { id: requestId } = await ask('contributor', 'POST', '/approval-requests', proposal)
      return { controlId, requestId }
    },
    async treatedRisk() {
      const body = { riskKey: word(), title: word(), ...rating, ownerId: people.get('contributor') }
      const { id } = await ask('contributor', 'POST', '/risks', body)
      for (const status of ['assessed', 'treated']) await ask('contributor', 'PATCH', `/risks/${id}`, { status })
      return id
    },
    async riskControl() {
      const { id: riskId } = await ask('admin', 'POST', '/risks', { riskKey: word(), title: word() })
      const { id: controlId } = await ask('admin', 'POST', '/controls', { controlKey: word(), title: word() })
      await ask('admin', 'POST', `/risks/${riskId}/controls`, { controlId })
      return { riskId, controlId }
    },
    async assessment(status) {
      const { frameworkId, clauseId } = await newClause()
      const assigned = { assessorId: people.get('contributor'), assigneeIds: [people.get('admin')] }
      const body = { assessmentKey: word(), title: word(), frameworkId, ...period, ...assigned }
      const { id } = await ask('admin', 'POST', '/assessments', body)
      if (status !== 'planned') await ask('admin', 'POST', `/assessments/${id}/start`)
      if (status === 'in_review' || status === 'completed') {
        await ask('contributor', 'POST', `/assessments/${id}/answers`, { clauseId, result: 'conforms' })
        await ask('contributor', 'POST', `/assessments/${id}/submit`)
      }
      if (status === 'completed') await ask('reviewer', 'POST', `/assessments/${id}/complete`)
      return { assessmentId: id, clauseId }
    },
  }
}
