import { Modal, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { type FoldedRow, useFoldedPages } from '#web/ui/fold-rows.ts'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { Time } from '#web/ui/time.tsx'
import { EventSubject, JobLink, recordOf, useSubjectNames } from './event-subject.tsx'

const route = getRouteApi('/app/trails/security-events')

type SecurityEvent = Schemas['SecurityEvent']

const { type: types, severity: severities } = enums.SecurityEvent

const isSimilar = (a: SecurityEvent, b: SecurityEvent): boolean => a.type === b.type && a.severity === b.severity

/** The maximum number of records named for folded events. */
const maxNamed = 2

interface LineProps {
  readonly line: FoldedRow<SecurityEvent>
}

/** The records or jobs that the events of a line are about. */
const EventSubjects = ({ line: { first, more }, nameOf }: LineProps & { readonly nameOf: (id: string) => string }) => {
  const { t } = useTranslation('trails')
  const subjectOf = (event: SecurityEvent) => recordOf(event) ?? event.context.job ?? ''
  const distinct = [...new Map([first, ...more].map(event => [subjectOf(event), event])).values()]
  return (
    <>
      {distinct.slice(0, maxNamed).map((event, i) => (
        <span key={event.id}>
          {i > 0 && ', '}
          <EventSubject event={event} nameOf={nameOf} />
        </span>
      ))}
      {distinct.length > maxNamed && t('events.more', { count: distinct.length - maxNamed })}
    </>
  )
}

/** The time of an event, or of the first and the last of several. */
const When = ({ line: { first, more } }: LineProps) => {
  const { t } = useTranslation('trails')
  const oldest = more.at(-1)
  return (
    <>
      <Time at={first.createdAt} />
      {oldest && oldest.createdAt.slice(0, 16) !== first.createdAt.slice(0, 16) && (
        <Text size="xs" c="dimmed">
          {t('events.back')} <Time at={oldest.createdAt} />
        </Text>
      )}
    </>
  )
}

/** The meaning of an event, what to do about it, and its recorded values. */
const Details = ({ event, onClose }: { event: SecurityEvent | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const nameOf = useSubjectNames([event?.context.resourceId, event?.context.bindingId, event?.context.personId])
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
          <FactList
            entries={[
              [t('events.when'), <Time key="when" at={event.createdAt} />],
              [t('events.severity'), <SeverityBadge key="severity" severity={event.severity} />],
              [t('events.concerns'), event.organizationId === 'install' ? t('events.install') : t('events.workspace')],
              ...(
                [
                  ['record', event.context.resourceId],
                  ['binding', event.context.bindingId],
                  ['person', event.context.personId],
                ] as const
              ).map(
                ([name, id]) =>
                  [
                    t(`events.${name}`),
                    id && (
                      <RecordLink key={name} id={id}>
                        {nameOf(id)}
                      </RecordLink>
                    ),
                  ] as const,
              ),
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
  const nameOf = useSubjectNames(pages.rows.map(recordOf))
  const { folded, unfold } = useFoldedPages(pages, isSimilar)
  const columns: readonly Column<FoldedRow<SecurityEvent>>[] = [
    {
      key: 'kind',
      header: t('events.what'),
      width: '24%',
      render: ({ first, more }) =>
        more.length === 0
          ? t(`events.type.${first.type}.name`)
          : t('events.folded', { name: t(`events.type.${first.type}.name`), count: more.length + 1 }),
    },
    {
      key: 'severity',
      header: t('events.severity'),
      render: ({ first }) => <SeverityBadge severity={first.severity} />,
    },
    { key: 'when', header: t('events.when'), render: line => <When line={line} /> },
    { key: 'todo', header: t('events.todo'), render: ({ first }) => t(`events.type.${first.type}.text`), wide: true },
    {
      key: 'record',
      header: t('events.record'),
      width: '20%',
      render: line => <EventSubjects line={line} nameOf={nameOf} />,
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
        pages={folded}
        columns={columns}
        rowKey={({ first }) => first.id}
        onOpen={line => (line.more.length === 0 ? setOpened(line.first) : unfold(line))}
        opensDialog={({ more }) => more.length === 0}
        filtered={Object.values(query).some(value => value !== undefined)}
        clearFilters={clear}
        empty={<Empty title={t('events.empty')} text={t('events.emptyText')} />}
      />
      <Details event={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
