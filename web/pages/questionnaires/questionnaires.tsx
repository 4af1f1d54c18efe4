import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { type Questionnaire, questionnaireStatuses } from './model.ts'
import { WriteQuestionnaire } from './questionnaire-dialog.tsx'
import { ToAnswer } from './to-answer.tsx'

const route = getRouteApi('/app/governance/questionnaires')

const QuestionnaireTable = () => {
  const { t } = useTranslation('questionnaires')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = questionnaireStatuses.find(option => option === search.status)
  const columns: readonly Column<Questionnaire>[] = [
    { key: 'title', sortBy: 'title', header: t('questionnaire'), render: row => row.title },
    {
      key: 'questionnaireKey',
      sortBy: 'questionnaireKey',
      header: t('key'),
      render: row => <code>{row.questionnaireKey}</code>,
      wide: true,
    },
    { key: 'status', sortBy: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'version', header: t('version'), render: row => row.currentVersionNumber },
    {
      key: 'owner',
      sortBy: 'owner',
      header: t('owner'),
      render: row => row.ownerName ?? t('noOwner'),
      wide: true,
    },
    {
      key: 'changed',
      sortBy: 'updatedAt',
      header: t('changed'),
      render: row => <Time at={row.updatedAt} as="ago" />,
      wide: true,
    },
  ]
  const pages = useListPages('/api/workspace/questionnaires', { query: { status } }, page => page.questionnaires, {
    search,
    columns,
    ranges: recordRanges,
  })
  return (
    <RecordList
      operation="listQuestionnaires"
      label={t('title')}
      pages={pages}
      columns={columns}
      to={({ id }) =>
        linkOptions({ to: '/governance/questionnaires/$questionnaireId', params: { questionnaireId: id } })
      }
      statuses={questionnaireStatuses}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
    />
  )
}

export const Questionnaires = () => {
  const { t } = useTranslation('questionnaires')
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        <WriteQuestionnaire
          onSaved={({ id }) =>
            navigate({ to: '/governance/questionnaires/$questionnaireId', params: { questionnaireId: id } })
          }
        />
      </PageHeader>
      <Stack>
        <ToAnswer />
        <div>
          <QuestionnaireTable />
        </div>
      </Stack>
    </>
  )
}
