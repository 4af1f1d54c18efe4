import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { PersonName } from '#web/ui/person.tsx'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

type Event = Schemas['ScimEvent']

const Target = ({ id }: { id: string }) =>
  id.startsWith('prs_') ? (
    <AnchorLink to="/access/people/$personId" params={{ personId: id }} fz="sm">
      <PersonName id={id} />
    </AnchorLink>
  ) : (
    <PersonName id={id} />
  )

/** The requests of identity providers, without the values that they sent. */
export const ScimEvents = () => {
  const { t } = useTranslation('access')
  const pages = usePages('/api/workspace/scim-events', { query: {} }, page => page.scimEvents)
  const columns: readonly Column<Event>[] = [
    { key: 'at', header: t('provisioning.events.at'), render: event => <Time at={event.createdAt} /> },
    {
      key: 'operation',
      header: t('provisioning.events.operation'),
      render: ({ operation }) =>
        t(`provisioning.events.operations.${operation}` as 'provisioning.events.operations.unknown', {
          defaultValue: operation,
        }),
    },
    { key: 'status', header: t('provisioning.events.status'), render: event => event.status },
    {
      key: 'target',
      header: t('provisioning.events.target'),
      render: ({ targetId }) => targetId !== null && <Target id={targetId} />,
      wide: true,
    },
    { key: 'changed', header: t('provisioning.events.changed'), render: event => event.changed.join(', ') },
    {
      key: 'detail',
      header: t('provisioning.events.detail'),
      render: ({ detail, ignored }) => (
        <Text span fz="sm">
          {/* The words of the protocol, for the administrator of the identity provider. */}
          {detail && <span lang="en">{detail}</span>}{' '}
          {ignored.length > 0 && t('provisioning.events.ignored', { names: ignored.join(', ') })}
        </Text>
      ),
      wide: true,
    },
  ]
  return (
    <Section title={t('provisioning.events.title')}>
      <RecordTable
        label={t('provisioning.events.title')}
        pages={pages}
        columns={columns}
        rowKey={event => event.id}
        empty={<Empty title={t('provisioning.events.empty')} text={t('provisioning.events.emptyText')} />}
      />
    </Section>
  )
}
