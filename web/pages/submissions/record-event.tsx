import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { beginWith } from '#web/ui/form.ts'
import { fromLocal, toLocal } from '#web/ui/local-time.ts'
import type { EventKind, PackageDetail } from './model.ts'
import { emptySnapshot, SnapshotField, snapshotOf } from './snapshot-field.tsx'

const blank = () => ({
  /** Whether it happened at another time than just now. */
  earlier: false,
  occurredAt: toLocal(new Date()),
  eventSnapshot: emptySnapshot,
  sourceEventKey: '',
  reason: '',
})

/** What can be recorded now, by the server's word, each as a button with its dialog. */
export const RecordEvent = (detail: PackageDetail) => {
  const { validEventKinds, othersOnly, selfDecision, returnable } = detail
  const { id } = detail.submissionPackage
  const { t } = useTranslation('submissions')
  const can = useCan()
  const [opened, { open, close }] = useDisclosure()
  const [kind, setKind] = useState<EventKind>('reviewed')
  const [initialValues] = useState(blank)
  const form = useForm({ initialValues })
  const refresh = useRefresh()
  const { earlier } = form.values
  const occurredAt = fromLocal(form.values.occurredAt)
  const isAhead = occurredAt !== undefined && Date.parse(occurredAt) > Date.now()
  const eventSnapshot = snapshotOf(form.values.eventSnapshot)

  const onSubmit = async (reason: string) => {
    const at = earlier ? occurredAt : new Date().toISOString()
    if (!at || !eventSnapshot) return
    const key = form.values.sourceEventKey.trim()
    const body = {
      ...{ eventKind: kind, occurredAt: at, eventSnapshot, reason },
      ...(key && { sourceEventKey: key }),
    }
    const call = client.POST('/api/workspace/packages/{packageId}/events', {
      params: { path: { packageId: id } },
      body,
    })
    // Refused or not: what is valid now is read again.
    await answered(call).finally(refresh)
  }

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
  return (
    <>
      <FourEyes {...detail} />
      <Group gap="xs">
        {kinds.map((kind, i) => (
          <Button
            key={kind}
            size="xs"
            variant={i === 0 ? 'filled' : 'default'}
            aria-haspopup="dialog"
            onClick={() => {
              beginWith(form, blank())
              setKind(kind)
              open()
            }}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
        {returnable && <ReturnToDraft packageId={id} />}
      </Group>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('event.title', { kind: t(`kind.${kind}`) })}
        text={kind === 'closed' && t('event.closes')}
        danger={kind === 'closed'}
        submit={t('event.submit')}
        form={form}
        ready={eventSnapshot !== undefined && (!earlier || (occurredAt !== undefined && !isAhead))}
        onSubmit={onSubmit}
      >
        <Checkbox data-autofocus label={t('event.earlier')} {...form.getInputProps('earlier', { type: 'checkbox' })} />
        {earlier && (
          <TextInput
            label={t('event.occurredAt')}
            description={t('event.occurredHint')}
            type="datetime-local"
            required
            max={toLocal(new Date())}
            {...form.getInputProps('occurredAt')}
            {...(isAhead && { error: t('event.ahead') })}
          />
        )}
        <SnapshotField
          value={form.values.eventSnapshot}
          onChange={changed => form.setFieldValue('eventSnapshot', changed)}
          error={form.errors.eventSnapshot}
        />
        <TextInput
          label={t('event.source')}
          description={t('event.sourceHint')}
          maxLength={200}
          {...form.getInputProps('sourceEventKey')}
        />
      </ActionDialog>
    </>
  )
}

/** What is somebody else's to record, or would be marked; and what nobody is left for. */
const FourEyes = ({ othersOnly, nobodys, selfDecision }: PackageDetail) => {
  const { t } = useTranslation('submissions')
  const named = (kinds: PackageDetail['othersOnly']) => kinds.map(kind => t(`kind.${kind}`)).join(', ')
  const told = [
    othersOnly.length > 0 && t(selfDecision ? 'package.marked' : 'package.others', { kinds: named(othersOnly) }),
    nobodys.length > 0 && !selfDecision && t('package.nobodys', { kinds: named(nobodys) }),
  ].filter(text => text !== false)
  if (told.length === 0) return null
  return (
    <Alert variant="outline" color="yellow" mb="sm" icon={<IconInfoCircle />}>
      {told.map(text => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  )
}

const ReturnToDraft = ({ packageId }: { packageId: string }) => {
  const { t } = useTranslation('submissions')
  const can = useCan()
  const [opened, { open, close }] = useDisclosure()
  const refresh = useRefresh()
  if (!can('returnSubmissionPackage')) return null
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('package.return')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('package.return')}
        text={t('package.returnText')}
        templates={[t('package.templateIncomplete'), t('package.templateWrong')]}
        submit={t('package.return')}
        onSubmit={reason => {
          const params = { path: { packageId } }
          const call = client.POST('/api/workspace/packages/{packageId}/return', { params, body: { reason } })
          return answered(call).finally(refresh)
        }}
      />
    </>
  )
}
