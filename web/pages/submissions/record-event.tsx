import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { emptySnapshot, SnapshotField, snapshotOf } from '#web/ui/snapshot-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { EventKind, PackageDetail } from './model.ts'

const emptyInput = () => ({
  /** Whether the event happened earlier than now. */
  earlier: false,
  occurredAt: toLocal(new Date()),
  eventSnapshot: emptySnapshot,
  sourceEventKey: '',
  reason: '',
})

interface Props {
  readonly detail: PackageDetail
  readonly kind: EventKind
  readonly opened: boolean
  readonly onClose: () => void
}

const EventDialog = ({ detail, kind, opened, onClose }: Props) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const [initialValues] = useState(emptyInput)
  const form = useForm({ initialValues })
  const refresh = useRefresh()
  const { earlier } = form.values
  const occurredAt = fromLocal(form.values.occurredAt)
  const isInFuture = occurredAt !== undefined && Date.parse(occurredAt) > Date.now()
  const eventSnapshot = snapshotOf(form.values.eventSnapshot)

  const onSubmit = async (reason: string, header: IfMatch) => {
    const eventTime = earlier ? occurredAt : new Date().toISOString()
    if (!eventTime || !eventSnapshot) return
    const key = form.values.sourceEventKey.trim()
    const params = { path: { packageId: detail.submissionPackage.id }, header }
    const body = {
      ...{ eventKind: kind, occurredAt: eventTime, eventSnapshot, reason },
      ...(key && { sourceEventKey: key }),
    }
    await unwrap(client.POST('/api/workspace/packages/{packageId}/events', { params, body }))
    await refresh()
  }

  return (
    <ActionDialog
      operation="recordSubmissionEvent"
      opened={opened}
      onClose={onClose}
      title={t('event.title', { kind: t(`kind.${kind}`) })}
      text={kind === 'closed' && t('event.closes')}
      danger={kind === 'closed'}
      submit={t('event.submit')}
      form={form}
      record={detail}
      ready={eventSnapshot !== undefined && (!earlier || (occurredAt !== undefined && !isInFuture))}
      missing={common('snapshot.incomplete')}
      missingAt="eventSnapshot"
      onSubmit={onSubmit}
    >
      <Checkbox data-autofocus label={t('event.earlier')} {...form.getInputProps('earlier', { type: 'checkbox' })} />
      {earlier && (
        <MomentField
          label={t('event.occurredAt')}
          description={t('event.occurredHint')}
          required
          max={toLocal(new Date())}
          {...form.getInputProps('occurredAt')}
          {...(isInFuture && { error: t('event.ahead') })}
        />
      )}
      <SnapshotField
        label={t('snapshot.label')}
        hint={t('snapshot.hint')}
        value={form.values.eventSnapshot}
        onChange={value => form.setFieldValue('eventSnapshot', value)}
        error={form.errors.eventSnapshot}
      />
      <TextInput
        label={t('event.source')}
        description={t('event.sourceHint')}
        maxLength={200}
        {...form.getInputProps('sourceEventKey')}
      />
    </ActionDialog>
  )
}

const isReturned = (status: string): boolean => status === 'rejected' || status === 'withdrawn'

/**
 * A button for each event that the server allows now. None is highlighted for an accepted package, which needs no
 * event.
 */
export const RecordEvent = (detail: PackageDetail) => {
  const { validEventKinds, othersOnly, selfDecision, returnable } = detail
  const { t } = useTranslation('submissions')
  const can = useCan()
  const { openCount, opened, open, close } = useOpening()
  const [kind, setKind] = useState<EventKind>('reviewed')

  if (validEventKinds.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t('package.nothingNext')}
      </Text>
    )
  if (!can('recordSubmissionEvent'))
    return (
      <Text c="dimmed" size="sm">
        {t('package.readNext', { kinds: validEventKinds.map(kind => t(`kind.${kind}`)).join(', ') })}
      </Text>
    )
  const kinds = selfDecision ? validEventKinds : validEventKinds.filter(kind => !othersOnly.includes(kind))
  const { status } = detail.submissionPackage
  const primaryKind = status === 'accepted' ? undefined : isReturned(status) ? 'resubmitted' : kinds[0]
  return (
    <>
      <FourEyes {...detail} />
      <Group gap="xs">
        {kinds.map(kind => (
          <Button
            key={kind}
            variant={kind === primaryKind ? 'filled' : 'default'}
            aria-haspopup="dialog"
            onClick={() => {
              setKind(kind)
              open()
            }}
          >
            {t(`recordKind.${kind}`)}
          </Button>
        ))}
        {returnable && <ReturnToDraft {...detail} />}
      </Group>
      <EventDialog key={openCount} detail={detail} kind={kind} opened={opened} onClose={close} />
    </>
  )
}

/**
 * Lists the events that another person must record (or, with self-decision, that would be marked), and those that no
 * one may record.
 */
const FourEyes = ({ othersOnly, nobodys, selfDecision }: PackageDetail) => {
  const { t } = useTranslation('submissions')
  const joinKinds = (kinds: PackageDetail['othersOnly']) => kinds.map(kind => t(`kind.${kind}`)).join(', ')
  const notices = [
    othersOnly.length > 0 && t(selfDecision ? 'package.marked' : 'package.others', { kinds: joinKinds(othersOnly) }),
    nobodys.length > 0 && !selfDecision && t('package.nobodys', { kinds: joinKinds(nobodys) }),
  ].filter(text => text !== false)
  if (notices.length === 0) return null
  return (
    <Alert color="yellow" mb="sm" icon={<IconInfoCircle />}>
      {notices.map(text => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  )
}

const ReturnToDraft = (detail: PackageDetail) => {
  const { t } = useTranslation('submissions')
  return (
    <Act
      operation="returnSubmissionPackage"
      record={detail}
      path={{ packageId: detail.submissionPackage.id }}
      label={t('package.return')}
      text={t('package.returnText')}
      dialog={{ templates: [t('package.templateIncomplete'), t('package.templateWrong')] }}
    />
  )
}
