import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { onePage } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'

type Custodian = Schemas['Custodian']

/** The people who could act as a person until that person confirms a second factor as theirs alone. */
export const PersonCustodians = ({ personId }: { personId: string }) => {
  const { t } = useTranslation('access')
  const path = '/api/workspace/people/{personId}/custodians'
  const query = api.useQuery('get', path, { params: { path: { personId } } })
  const pages = onePage(query, body => body.custodians)
  const connection = query.data?.signOnConnected
  const columns: readonly Column<Custodian>[] = [
    { key: 'name', header: t('custodians.name'), render: ({ name }) => name },
    { key: 'why', header: t('custodians.why'), render: ({ why }) => t(`custodians.whys.${why}`) },
    { key: 'since', header: t('custodians.since'), render: ({ since }) => <Time at={since} />, wide: true },
    {
      key: 'from',
      header: t('custodians.from'),
      render: ({ appliesFrom }) => <Time at={appliesFrom} />,
      wide: true,
    },
    {
      key: 'until',
      header: t('custodians.until'),
      render: ({ releasedAt }) => (releasedAt === null ? t('custodians.now') : <Time at={releasedAt} />),
    },
  ]
  return (
    <>
      <Title order={2} mt="xl" mb="xs">
        {t('custodians.title')}
      </Title>
      {connection && (
        <Text size="sm" mb="xs">
          {t(`custodians.connected.${connection.how}`)} <Time at={connection.at} />
        </Text>
      )}
      {pages.rows.some(({ releasedAt }) => releasedAt === null) && (
        <Text size="sm" mb="xs">
          {t('custodians.text')}
        </Text>
      )}
      <RecordTable
        label={t('custodians.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id, why }) => `${id} ${why}`}
        empty={<Empty title={t('custodians.empty')} />}
      />
    </>
  )
}
