import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Participant = Schemas['QuestionnaireStanding']

/** The people in a round: who has submitted answers, who has not, and who is no longer asked. */
export const RoundPeople = ({ roundId }: { roundId: string }) => {
  const { t } = useTranslation('questionnaires')
  const { t: shared } = useTranslation('campaigns')
  const params = { path: { roundId } }
  const pages = usePages('/api/workspace/questionnaire-rounds/{roundId}/people', params, page => page.people)
  const columns: readonly Column<Participant>[] = [
    { key: 'name', header: shared('person'), render: row => row.name },
    {
      key: 'standing',
      header: t('status'),
      render: ({ standing }) => <StatusBadge status={standing === 'submitted' ? 'handed_in' : standing} />,
    },
    {
      key: 'submitted',
      header: t('rounds.submitted'),
      render: row => row.submittedAt && <Time at={row.submittedAt} />,
    },
  ]
  return (
    <RecordTable
      label={shared('whom')}
      pages={pages}
      columns={columns}
      rowKey={({ personId }) => personId}
      empty={<Empty title={shared('nobody')} text={t('rounds.noOneText')} />}
    />
  )
}
