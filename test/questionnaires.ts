import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import type { ApiResponse } from './system.ts'
import { type ClientServer, createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

type Body = Readonly<Record<string, unknown>>

interface PublishedQuestionnaire {
  readonly questionnaireId: string
  readonly versionId: string
}

/**
 * The actions on questionnaires that tests perform in one workspace. The contributor writes versions, and the reviewer
 * publishes them.
 */
export interface Questionnaires {
  readonly client: WorkspaceClient
  readonly people: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(who: string, status: number, method: string, path: string, body?: Body): Promise<any>
  /** Creates a questionnaire without versions; returns its id. */
  questionnaire(over?: Body): Promise<string>
  /** Creates a draft with these questions; returns its id. */
  draft(questionnaireId: string, questions?: readonly Body[], who?: string): Promise<string>
  publish(versionId: string, status?: number, who?: string): Promise<ApiResponse['body']>
  /** Creates a questionnaire with a published version. */
  published(questions?: readonly Body[], over?: Body): Promise<PublishedQuestionnaire>
  /** Creates an active requirement that accepts completed forms; returns its id. */
  requirement(over?: Body): Promise<string>
  /** Starts a round, by default of a new questionnaire, for the contributor and the auditor. It is due in a week. */
  round(over?: Body): Promise<PublishedQuestionnaire & { readonly id: string; readonly requirementId: string }>
  save(who: string, roundId: string, answers: Body): Promise<ApiResponse>
  submit(who: string, roundId: string, answers?: Body): Promise<ApiResponse>
}

/** One question of each kind. */
export const everyKind: readonly Body[] = [
  { questionKey: 'why', kind: 'text', title: 'Why?', isRequired: false, most: 20 },
  { questionKey: 'encrypted', kind: 'yes_no', title: 'Is your disk encrypted?', isRequired: true },
  { questionKey: 'system', kind: 'single_choice', title: 'Which system?', isRequired: true, choices: ['Linux', 'Mac'] },
  { questionKey: 'tools', kind: 'multiple_choice', title: 'Which tools?', isRequired: false, choices: ['A', 'B', 'C'] },
  { questionKey: 'devices', kind: 'number', title: 'How many devices?', isRequired: false, least: 0, most: 9 },
  { questionKey: 'since', kind: 'date', title: 'Since when?', isRequired: false },
]

/** Answers to all required questions of `everyKind`. */
export const enough: Body = { encrypted: true, system: 'Linux' }

export const createQuestionnaires = async (p: ClientServer, slug?: string): Promise<Questionnaires> => {
  const client = createWorkspaceClient(p, slug)
  const people = await client.people()
  let questionnaireCount = 0
  const must: Questionnaires['must'] = async (who, status, method, path, body = {}) => {
    const response = await client.ask(who, method, path, body)
    assert.equal(response.status, status, `${who} ${method} ${path}: ${response.text}`)
    return response.body
  }
  const sendOwn = async (who: string, method: string, path: string, answers: Body) =>
    p.call(method, `/api/workspace/questionnaire-rounds/${path}`, {
      ...(await client.signedIn(who)),
      body: { answers },
    })
  const questionnaires: Questionnaires = {
    client,
    people,
    must,
    async questionnaire(over = {}) {
      const body = { questionnaireKey: `ASK-${++questionnaireCount}`, title: 'Devices', ...over }
      return (await must('contributor', 201, 'POST', '/questionnaires', body)).id
    },
    async draft(questionnaireId, questions, who = 'contributor') {
      const draftQuestions =
        questions ?? everyKind.map(question => ({ ...question, help: `Of ${questionnaireCount}.` }))
      const path = `/questionnaires/${questionnaireId}/versions`
      return (await must(who, 201, 'POST', path, { questions: draftQuestions })).id
    },
    publish: (versionId, status = 200, who = 'reviewer') =>
      must(who, status, 'POST', `/questionnaire-versions/${versionId}/publish`),
    async published(questions, over) {
      const questionnaireId = await questionnaires.questionnaire(over)
      const versionId = await questionnaires.draft(questionnaireId, questions)
      await questionnaires.publish(versionId)
      return { questionnaireId, versionId }
    },
    async requirement(over = {}) {
      const key = { requirementKey: `FORM-${++questionnaireCount}`, title: 'Devices are known', status: 'active' }
      return (await must('admin', 201, 'POST', '/evidence-requirements', { ...key, ...over })).id
    },
    async round(over = {}) {
      const questionnaireVersion = over.questionnaireId
        ? { questionnaireId: String(over.questionnaireId), versionId: String(over.versionId) }
        : await questionnaires.published()
      const requirementId = String(over.requirementId ?? (await questionnaires.requirement()))
      const body = { dueAt: iso(p.clock.now() + 7 * day), roles: ['contributor', 'auditor'], ...over }
      const payload = { ...body, ...questionnaireVersion, requirementId }
      const { id } = await must('admin', 201, 'POST', '/questionnaire-rounds', payload)
      return { ...questionnaireVersion, id, requirementId }
    },
    save: (who, roundId, answers) => sendOwn(who, 'PATCH', `${roundId}/response`, answers),
    submit: (who, roundId, answers = enough) => sendOwn(who, 'POST', `${roundId}/response/submit`, answers),
  }
  return questionnaires
}
