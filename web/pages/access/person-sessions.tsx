import { Group, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { deviceOf } from '#web/ui/device.ts'
import { Empty } from '#web/ui/empty.tsx'
import { onePage } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'

type Session = Schemas['OpenSession']

/** The open sessions of a person, for administrators. */
export const PersonSessions = ({ person }: { person: Schemas['ListedPerson'] }) => {
  const { t } = useTranslation('access')
  const path = '/api/workspace/people/{personId}/sessions'
  const pages = onePage(
    api.useQuery('get', path, { params: { path: { personId: person.id } } }),
    ({ sessions }) => sessions,
  )
  const columns: readonly Column<Session>[] = [
    { key: 'device', header: t('sessions.device'), render: ({ userAgent }) => deviceOf(userAgent ?? '–') },
    { key: 'address', header: t('sessions.address'), render: ({ address }) => address ?? '–', wide: true },
    {
      key: 'with',
      header: t('sessions.with'),
      render: ({ signedInWith }) => t(`sessions.how.${signedInWith}`),
      wide: true,
    },
    { key: 'used', header: t('sessions.used'), render: ({ lastUsedAt }) => <Time at={lastUsedAt} as="ago" /> },
    { key: 'since', header: t('sessions.since'), render: ({ createdAt }) => <Time at={createdAt} />, wide: true },
  ]
  return (
    <>
      <Group justify="space-between" mt="xl" mb="xs">
        <Title order={2}>{t('sessions.title')}</Title>
        {pages.rows.length > 0 && (
          <Act
            operation="endPersonSessions"
            record={person}
            label={t('person.sessions')}
            text={t('person.text.sessions', { name: person.name })}
            size="xs"
            danger
          />
        )}
      </Group>
      <RecordTable
        label={t('sessions.title')}
        pages={pages}
        columns={columns}
        rowKey={session => session.id}
        empty={<Empty title={t('sessions.empty')} />}
      />
    </>
  )
}
