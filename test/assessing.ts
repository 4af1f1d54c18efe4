import assert from 'node:assert/strict'
import type { Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * Creates assessments in one workspace. The contributor is the assessor, and the second reviewer is assigned as well.
 */
export interface Assessing {
  readonly client: WorkspaceClient
  readonly people: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(who: string, status: number, method: string, path: string, body?: Body): Promise<any>
  /** Creates a framework with clauses that have these keys; returns the ids of the framework and its clauses. */
  framework(...keys: readonly string[]): Promise<{ readonly id: string; readonly clauseIds: readonly string[] }>
  /** Creates a planned assessment, by default of a new framework with one clause. */
  plan(over?: Body): Promise<{ readonly id: string; readonly clauseIds: readonly string[] }>
  answer(id: string, clauseId: string | undefined, body?: Body, who?: string): Promise<Body>
  /** Creates an assessment in a status. From `in_progress` on, the contributor has answered its clause. */
  assessmentIn(to: string): Promise<string>
}

const period = { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-12-31T00:00:00Z' }

const transitions: Readonly<Record<string, readonly string[]>> = {
  planned: [],
  in_progress: ['start'],
  in_review: ['start', 'submit'],
  completed: ['start', 'submit', 'complete'],
  cancelled: ['cancel'],
}

const transitionActors: Readonly<Record<string, string>> = { complete: 'reviewer', cancel: 'admin' }

export const createAssessing = async (p: Probata, slug?: string): Promise<Assessing> => {
  const client = createWorkspaceClient(p, slug)
  const people = await client.people()
  let count = 0
  const must: Assessing['must'] = async (who, status, method, path, body = {}) => {
    const response = await client.ask(who, method, path, body)
    assert.equal(response.status, status, `${who} ${method} ${path}: ${response.text}`)
    return response.body
  }
  const assessing: Assessing = {
    client,
    people,
    must,
    async framework(...keys) {
      const body = { frameworkKey: `F${++count}`, title: 'A framework', version: '2022', status: 'active' }
      const { id } = await must('admin', 201, 'POST', '/frameworks', body)
      const clauses = keys.map(clauseKey => ({
        clauseKey,
        title: `Clause ${clauseKey}`,
        text: 'The wording of the clause.',
      }))
      if (clauses.length > 0) await must('admin', 200, 'POST', `/frameworks/${id}/clauses`, { clauses })
      const { clauses: clauseRecords } = await client.get('admin', `/frameworks/${id}/clauses`)
      return { id, clauseIds: clauseRecords.map((clause: { id: string }) => clause.id) }
    },
    async plan(over = {}) {
      const { id: frameworkId, clauseIds } = over.frameworkId
        ? { id: over.frameworkId, clauseIds: [] }
        : await assessing.framework('1')
      const assigned = { assessorId: people.contributor, assigneeIds: [people['second.reviewer']] }
      const key = { assessmentKey: `A${++count}`, title: 'An assessment' }
      const { id } = await must('admin', 201, 'POST', '/assessments', {
        ...key,
        ...period,
        ...assigned,
        frameworkId,
        ...over,
      })
      return { id, clauseIds }
    },
    answer: (id, clauseId, body = {}, who = 'contributor') =>
      must(who, 200, 'POST', `/assessments/${id}/answers`, { clauseId, result: 'conforms', ...body }),
    async assessmentIn(to) {
      const { id, clauseIds } = await assessing.plan()
      for (const move of transitions[to] ?? []) {
        await must(transitionActors[move] ?? 'contributor', 200, 'POST', `/assessments/${id}/${move}`)
        if (move === 'start') await assessing.answer(id, clauseIds[0])
      }
      return id
    },
  }
  return assessing
}
