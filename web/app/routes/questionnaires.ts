import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

const questionnaires = createRoute({
  getParentRoute: () => app,
  path: '/governance/questionnaires',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listQuestionnaires', '/api/workspace/questionnaires', location.search),
  component: page(
    () => import('#web/pages/questionnaires/questionnaires.tsx'),
    'Questionnaires',
    'questionnaires',
    'campaigns',
  ),
})

const questionnaire = createRoute({
  getParentRoute: () => app,
  path: '/governance/questionnaires/$questionnaireId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getQuestionnaire', '/api/workspace/questionnaires/{questionnaireId}', params),
  component: page(
    () => import('#web/pages/questionnaires/questionnaire.tsx'),
    'QuestionnairePage',
    'questionnaires',
    'campaigns',
  ),
})

const version = createRoute({
  getParentRoute: () => app,
  path: '/governance/questionnaire-versions/$versionId',
  loader: ({ context, params }) =>
    prefetchRecord(
      context.queries,
      'getQuestionnaireVersion',
      '/api/workspace/questionnaire-versions/{versionId}',
      params,
    ),
  component: page(() => import('#web/pages/questionnaires/version.tsx'), 'VersionPage', 'questionnaires'),
})

const round = createRoute({
  getParentRoute: () => app,
  path: '/governance/questionnaire-rounds/$roundId',
  validateSearch: listParams([], 'standing'),
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getQuestionnaireRound', '/api/workspace/questionnaire-rounds/{roundId}', params),
  component: page(() => import('#web/pages/questionnaires/round.tsx'), 'RoundPage', 'questionnaires', 'campaigns'),
})

export const questionnairesRoutes = [questionnaires, questionnaire, version, round] as const
