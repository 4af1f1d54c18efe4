import { day, iso } from '#lib/clock.ts'

interface Version {
  readonly questionnaireId: string
  readonly versionId: string
}

/**
 * Creates questionnaires in the states that an administrator's requests need. The contributor writes the versions that
 * are published.
 */
export interface QuestionnairesMaker {
  questionnaire(): Promise<string>
  questionnaireVersion(status: 'draft' | 'published'): Promise<Version>
  /** Starts a round for everyone except the reviewers. */
  questionnaireRound(): Promise<string>
  /** Returns one required yes-or-no question. */
  questions(): readonly Readonly<Record<string, unknown>>[]
  readonly answers: Readonly<Record<string, unknown>>
}

interface Dependencies {
  readonly ask: (
    method: string,
    path: string,
    caller: { readonly cookie: string },
    body?: Readonly<Record<string, unknown>>,
    // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  ) => Promise<any>
  readonly session: (person: string) => Promise<string>
  readonly word: () => string
  readonly now: () => number
}

export const questionnairesMaker = ({ word, now, ...dependencies }: Dependencies): QuestionnairesMaker => {
  const ask = async (who: string, method: string, path: string, body?: Readonly<Record<string, unknown>>) =>
    dependencies.ask(method, `/api/workspace${path}`, { cookie: await dependencies.session(who) }, body)
  const maker: QuestionnairesMaker = {
    async questionnaire() {
      return (await ask('admin', 'POST', '/questionnaires', { questionnaireKey: word(), title: word() })).id
    },
    async questionnaireVersion(status) {
      const questionnaireId = await maker.questionnaire()
      const body = { note: word(), questions: maker.questions() }
      const { id } = await ask('contributor', 'POST', `/questionnaires/${questionnaireId}/versions`, body)
      if (status === 'published') await ask('admin', 'POST', `/questionnaire-versions/${id}/publish`)
      return { questionnaireId, versionId: id }
    },
    async questionnaireRound() {
      const version = await maker.questionnaireVersion('published')
      const body = { requirementKey: word(), title: word(), status: 'active' }
      const { id: requirementId } = await ask('admin', 'POST', '/evidence-requirements', body)
      const roles = ['admin', 'contributor', 'auditor']
      const round = { ...version, requirementId, dueAt: iso(now() + day), roles }
      const { id } = await ask('admin', 'POST', '/questionnaire-rounds', round)
      const path = `/questionnaire-rounds/${id}/response`
      await ask('contributor', 'PATCH', path, { answers: { ...maker.answers, told: word() } })
      return id
    },
    questions: () => [
      { questionKey: 'sure', kind: 'yes_no', title: word(), help: word(), isRequired: true },
      { questionKey: 'told', kind: 'text', title: word(), isRequired: false },
      { questionKey: 'one', kind: 'single_choice', title: word(), isRequired: false, choices: [word(), word()] },
    ],
    answers: { sure: true },
  }
  return maker
}
