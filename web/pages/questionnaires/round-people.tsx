import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Participant = Schemas['QuestionnaireStanding']

const route = getRouteApi('/app/governance/questionnaire-rounds/$roundId')

const standings = enums.QuestionnaireStanding.standing

/** The key of the text for a state. Submitted answers need a different text from submitted claims. */
const textOf = (standing: Participant['standing']) => (standing === 'submitted' ? 'handed_in' : standing)

/** The people in a round: who has submitted answers, who has not, and who is no longer asked. */
export const RoundPeople = ({ roundId }: { roundId: string }) => {
  const { t } = useTranslation('questionnaires')
  const { t: shared } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const standing = standings.find(option => option === search.standing)
  const columns: readonly Column<Participant>[] = [
    { key: 'name', sortBy: 'name', header: shared('person'), render: row => row.name },
    {
      key: 'standing',
      header: t('status'),
      render: ({ standing }) => <StatusBadge status={textOf(standing)} />,
    },
    {
      key: 'submitted',
      header: t('rounds.submitted'),
      render: row => row.submittedAt && <Time at={row.submittedAt} />,
    },
  ]
  const pages = useListPages(
    '/api/workspace/questionnaire-rounds/{roundId}/people',
    { path: { roundId }, query: { standing } },
    page => page.people,
    { search, columns },
  )
  return (
    <List
      operation="listQuestionnaireRoundPeople"
      label={shared('whom')}
      pages={pages}
      columns={columns}
      rowKey={({ personId }) => personId}
      nameOf={({ name }) => name}
      filters={[
        {
          name: 'standing',
          label: t('status'),
          choices: standings.map(value => ({ value, label: common(`status.${textOf(value)}`) })),
        },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={<Empty title={shared('nobody')} text={t('rounds.noOneText')} />}
    />
  )
}
