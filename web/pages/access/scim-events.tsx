import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { Time } from '#web/ui/time.tsx'

type Event = Schemas['ScimEvent']

const notFound = 404

/** The requests of identity providers, without the values that they sent. */
export const ScimEvents = () => {
  const { t } = useTranslation('access')
  const responseOf = (status: number) =>
    t(`provisioning.events.statuses.${status}` as 'provisioning.events.statuses.200', { defaultValue: String(status) })
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
    { key: 'status', header: t('provisioning.events.status'), render: ({ status }) => responseOf(status) },
    {
      key: 'target',
      header: t('provisioning.events.target'),
      render: ({ targetId, targetName }) =>
        targetId !== null && <RecordLink id={targetId}>{targetName ?? targetId}</RecordLink>,
    },
    { key: 'changed', header: t('provisioning.events.changed'), render: event => event.changed.join(', '), wide: true },
    {
      key: 'detail',
      header: t('provisioning.events.detail'),
      render: ({ status, detail, code, values, ignored }) => (
        <>
          {status === notFound && t('provisioning.events.removed')}
          {status !== notFound && detail && <Sentence message={detail} {...(code && { code, values: values ?? {} })} />}
          {ignored.length > 0 && ` ${t('provisioning.events.ignored', { names: ignored.join(', ') })}`}
        </>
      ),
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
