import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { answered, type EventKind, type PackageDetail, useRefresh } from './model.ts'
import { emptySnapshot, SnapshotField, snapshotOf } from './snapshot-field.tsx'

interface Draft {
  readonly kind: EventKind
  /** Of when it happened, where that was not just now. */
  readonly earlier: boolean
  readonly occurred: string
  readonly snapshot: typeof emptySnapshot
  readonly source: string
}

const blank = (kind: EventKind): Draft => ({
  kind,
  earlier: false,
  occurred: toLocal(new Date()),
  snapshot: emptySnapshot,
  source: '',
})

/** What can be recorded now, by the server's word, each as a button with its dialog. */
export const RecordEvent = (detail: PackageDetail) => {
  const { validEventKinds, othersOnly, selfDecision, returnable } = detail
  const { id } = detail.submissionPackage
  const { t } = useTranslation('submissions')
  const can = useCan()
  const [opened, { open, close }] = useDisclosure()
  const [draft, setDraft] = useState(() => blank('reviewed'))
  const refresh = useRefresh()
  const { kind, earlier, occurred, snapshot, source } = draft
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const occurredAt = fromLocal(occurred)
  const isAhead = occurredAt !== undefined && Date.parse(occurredAt) > Date.now()
  const eventSnapshot = snapshotOf(snapshot)

  const onSubmit = async (reason: string, header: IfMatch) => {
    const at = earlier ? occurredAt : new Date().toISOString()
    if (!at || !eventSnapshot) return
    const key = source.trim()
    const body = {
      ...{ eventKind: kind, occurredAt: at, eventSnapshot, reason },
      ...(key && { sourceEventKey: key }),
    }
    const call = client.POST('/api/workspace/packages/{packageId}/events', {
      params: { path: { packageId: id }, header },
      body,
    })
    await answered(call)
    await refresh()
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
              setDraft(blank(kind))
              open()
            }}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
        {returnable && <ReturnToDraft {...detail} />}
      </Group>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('event.title', { kind: t(`kind.${kind}`) })}
        text={kind === 'closed' && t('event.closes')}
        danger={kind === 'closed'}
        submit={t('event.submit')}
        ready={eventSnapshot !== undefined && (!earlier || (occurredAt !== undefined && !isAhead))}
        of={detail}
        onSubmit={onSubmit}
      >
        <Checkbox
          data-autofocus
          label={t('event.earlier')}
          checked={earlier}
          onChange={event => change({ earlier: event.currentTarget.checked })}
        />
        {earlier && (
          <TextInput
            label={t('event.occurredAt')}
            description={t('event.occurredHint')}
            type="datetime-local"
            required
            max={toLocal(new Date())}
            value={occurred}
            onChange={event => change({ occurred: event.currentTarget.value })}
            error={isAhead && t('event.ahead')}
          />
        )}
        <SnapshotField value={snapshot} onChange={changed => change({ snapshot: changed })} />
        <TextInput
          label={t('event.source')}
          description={t('event.sourceHint')}
          maxLength={200}
          value={source}
          onChange={event => change({ source: event.currentTarget.value })}
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

const ReturnToDraft = (detail: PackageDetail) => {
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
        of={detail}
        onSubmit={async (reason, header) => {
          const params = { path: { packageId: detail.submissionPackage.id }, header }
          const call = client.POST('/api/workspace/packages/{packageId}/return', { params, body: { reason } })
          await answered(call)
          await refresh()
        }}
      />
    </>
  )
}
