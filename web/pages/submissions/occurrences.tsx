import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Form } from '#web/ui/form.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import type { Requirement } from './model.ts'
import type { Schedule } from './schedule-model.ts'

type Occurrence = Schemas['ListedSubmissionOccurrence']
type EventName = keyof Occurrence['events']

interface Values {
  title: string
  events: Partial<Record<EventName, string>>
}

/** The events from which the periods of a schedule's filings run, in order. */
const useEvents = ({ rule, filings = [] }: Schedule): readonly EventName[] => {
  const { data } = api.useQuery('get', '/api/workspace/sector-rules')
  if (rule === undefined) return ['occurrence']
  const all = data?.rules.find(({ id }) => id === rule)?.filings.filter(({ id }) => filings.includes(id)) ?? []
  return [...new Set(all.flatMap(({ events }) => events))]
}

/** The entered times, as timestamps. */
const timesOf = ({ events }: Values): Partial<Record<EventName, string>> =>
  Object.fromEntries(
    Object.entries(events).flatMap(([event, text]) => {
      const time = fromLocal(text ?? '')
      return time === undefined ? [] : [[event, time]]
    }),
  )

const EventFields = ({ form, events }: { form: Form<Values>; events: readonly EventName[] }) => {
  const { t } = useTranslation('schedules')
  return (
    <>
      {events.map(event => (
        <MomentField
          key={event}
          label={t(`event.${event}`)}
          max={toLocal(new Date())}
          {...form.getInputProps(`events.${event}`)}
        />
      ))}
    </>
  )
}

const initialTimes = (events: readonly EventName[], known: Occurrence['events'] = {}): Values['events'] =>
  Object.fromEntries(events.map(event => [event, known[event] === undefined ? '' : toLocal(known[event])]))

const RecordOccurrence = ({ requirement, events }: { requirement: Requirement; events: readonly EventName[] }) => {
  const { t } = useTranslation('schedules')
  const form = useForm({ initialValues: { title: '', events: initialTimes(events), reason: '' } })
  return (
    <Act
      operation="recordSubmissionOccurrence"
      record={requirement}
      path={{ requirementId: requirement.id }}
      body={{ title: form.values.title.trim(), events: timesOf(form.values) }}
      label={t('record')}
      text={t('recordText')}
      variant="filled"
      dialog={{ form, ready: form.values.title.trim() !== '' }}
    >
      <TextInput
        data-autofocus
        label={t('eventTitle')}
        description={t('eventTitleHint')}
        required
        maxLength={300}
        {...form.getInputProps('title')}
      />
      <EventFields form={form} events={events} />
    </Act>
  )
}

const RecordMore = ({ occurrence, events }: { occurrence: Occurrence; events: readonly EventName[] }) => {
  const { t } = useTranslation('schedules')
  const { id, title } = occurrence
  const form = useForm({ initialValues: { title, events: initialTimes(events, occurrence.events), reason: '' } })
  const times = timesOf(form.values)
  // A field shows a time only to the minute. An untouched field is therefore not sent, so that the stored time stays
  // unchanged.
  const changed = Object.fromEntries(
    Object.entries(times).filter(([event, time]) => {
      const known = occurrence.events[event as EventName]
      return known === undefined || toLocal(known) !== toLocal(time)
    }),
  )
  return (
    <Act
      operation="updateSubmissionOccurrence"
      path={{ occurrenceId: id }}
      body={{ events: changed }}
      label={t('later')}
      name={t('laterTitle', { title })}
      dialog={{ form, ready: Object.keys(changed).length > 0 }}
      about={id}
    >
      <EventFields form={form} events={events} />
    </Act>
  )
}

const Filings = ({ filings }: Pick<Occurrence, 'filings'>) => {
  const { t } = useTranslation('schedules')
  const formatTime = useFormatTime()
  return (
    <Stack gap={2}>
      {filings.map(({ filing, packageId, dueAt, waitsFor }) => {
        const name = filing === null ? t('package') : t(`filing.${filing as 'finalReport'}`)
        if (packageId === null)
          return (
            <Text key={name} size="sm" c="dimmed">
              {name}: {t('waitsFor', { event: t(`event.${waitsFor as EventName}`) })}
            </Text>
          )
        return (
          <Text key={name} size="sm">
            <AnchorLink to="/submissions/packages/$packageId" params={{ packageId }}>
              {name}
            </AnchorLink>
            : {dueAt === null ? t('notYet') : formatTime(dueAt)}
          </Text>
        )
      })}
    </Stack>
  )
}

/** The recorded events of a requirement, with the packages that follow from each. */
export const Occurrences = ({ requirement, schedule }: { requirement: Requirement; schedule: Schedule }) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const events = useEvents(schedule)
  const pages = usePages(
    '/api/workspace/submission-requirements/{requirementId}/occurrences',
    { path: { requirementId: requirement.id } },
    page => page.submissionOccurrences,
  )
  const columns: readonly Column<Occurrence>[] = [
    { key: 'title', header: t('eventTitle'), render: ({ title }) => title },
    { key: 'filings', header: t('reports'), render: ({ filings }) => <Filings filings={filings} /> },
    {
      key: 'later',
      header: common('actions.actions'),
      render: occurrence => <RecordMore key={events.length} occurrence={occurrence} events={events} />,
    },
  ]
  return (
    <Section
      title={t('events')}
      actions={<RecordOccurrence key={events.length} requirement={requirement} events={events} />}
    >
      <RecordTable
        label={t('events')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('noEvents')} text={t('recordText')} />}
      />
    </Section>
  )
}
