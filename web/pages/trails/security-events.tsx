import { Modal, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { NamedRecord, useRecordNames } from '#web/family/record-names.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { Time } from '#web/ui/time.tsx'
import { useJobWords } from './job-words.tsx'

const route = getRouteApi('/app/trails/security-events')

type SecurityEvent = Schemas['SecurityEvent']

const { type: types, severity: severities } = enums.SecurityEvent

const recordOf = ({ context }: SecurityEvent): string | undefined =>
  context.resourceId ?? context.bindingId ?? context.migrationId ?? context.personId

const JobLink = ({ name }: { name: string }) => {
  const wordsOf = useJobWords()
  return (
    <AnchorLink to="/trails/jobs/$name" params={{ name }} fz="inherit">
      {wordsOf({ name, description: '' }).name}
    </AnchorLink>
  )
}

interface ConcernedProps {
  readonly event: SecurityEvent
  readonly nameOf: (id: string) => string
}

/** The record or job that an event is about. */
const Concerned = ({ event, nameOf }: ConcernedProps) => {
  const id = recordOf(event)
  if (id !== undefined) return <RecordLink id={id}>{nameOf(id)}</RecordLink>
  return event.context.job === undefined ? '–' : <JobLink name={event.context.job} />
}

/** The meaning of an event, what to do about it, and its recorded values. */
const Details = ({ event, onClose }: { event: SecurityEvent | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={event !== undefined}
      onClose={onClose}
      size="lg"
      title={event && t(`events.type.${event.type}.name`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {event && (
        <Stack>
          <Text size="sm">{t(`events.type.${event.type}.text`)}</Text>
          <Facts
            entries={[
              [t('events.when'), <Time key="when" at={event.createdAt} />],
              [t('events.severity'), <SeverityBadge key="severity" severity={event.severity} />],
              [t('events.concerns'), event.organizationId === 'install' ? t('events.install') : t('events.workspace')],
              [
                t('events.record'),
                event.context.resourceId && <NamedRecord key="record" id={event.context.resourceId} />,
              ],
              [t('events.person'), event.context.personId && <NamedRecord key="person" id={event.context.personId} />],
              [t('events.job'), event.context.job && <JobLink key="job" name={event.context.job} />],
              [t('events.count'), event.context.count],
            ]}
            details={[
              [
                t('events.request'),
                event.context.requestId && <RecordLink key="request" id={event.context.requestId} />,
              ],
              [t('events.code'), event.context.code && <code key="code">{event.context.code}</code>],
              [t('events.kind'), <code key="kind">{event.type}</code>],
              [t('events.id'), <Copyable key="id" value={event.id} />],
            ]}
          />
        </Stack>
      )}
    </Modal>
  )
}

export const SecurityEvents = () => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<SecurityEvent>()
  const type = types.find(option => option === search.kind)
  const severity = severities.find(option => option === search.severity)
  const { since } = search
  const query = { type, severity, since }
  const pages = usePages('/api/workspace/security-events', { query }, page => page.securityEvents)
  const nameOf = useRecordNames(pages.rows.map(recordOf))
  const columns: readonly Column<SecurityEvent>[] = [
    { key: 'kind', header: t('events.what'), render: event => t(`events.type.${event.type}.name`) },
    {
      key: 'severity',
      header: t('events.severity'),
      render: event => <SeverityBadge severity={event.severity} />,
    },
    { key: 'when', header: t('events.when'), render: event => <Time at={event.createdAt} /> },
    { key: 'todo', header: t('events.todo'), render: event => t(`events.type.${event.type}.text`), wide: true },
    {
      key: 'record',
      header: t('events.record'),
      render: event => <Concerned event={event} nameOf={nameOf} />,
      wide: true,
    },
  ]
  const clear = () => navigate({ search: {} })
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('events.title')} description={t('events.description')} />
      <FilterBar
        filters={[
          {
            name: 'kind',
            label: t('events.what'),
            choices: types.map(value => ({ value, label: t(`events.type.${value}.name`) })),
          },
          {
            name: 'severity',
            label: t('events.severity'),
            choices: severities.map(value => ({ value, label: common(`severity.${value}`) })),
          },
          { name: 'since', label: t('events.since'), type: 'datetime-local' },
        ]}
        values={{ ...search, since: toLocal(since) }}
        onChange={(name, value) =>
          navigate({ search: { ...search, [name]: name === 'since' ? (fromLocal(value) ?? '') : value } })
        }
        onClear={clear}
      />
      <RecordTable
        label={t('events.title')}
        pages={pages}
        columns={columns}
        rowKey={event => event.id}
        onOpen={setOpened}
        filtered={Object.values(query).some(value => value !== undefined)}
        clearFilters={clear}
        empty={<Empty title={t('events.empty')} text={t('events.emptyText')} />}
      />
      <Details event={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
