import { Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { DeleteButton } from './delete-button.tsx'
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx'
import { PauseButton } from './pause-button.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { useBacklog } from './use-backlog.ts'
import { WaitReason } from './wait-reason.tsx'
import { readWebhook, type WebhookWithVersion } from './webhook.ts'

const Section = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <div>
    <Title order={2}>{title}</Title>
    <Text size="sm" c="dimmed" mb="xs" maw={720}>
      {text}
    </Text>
    {children}
  </div>
)

const sortEvents = (fields: EndpointFields) => ({ ...fields, events: fields.events.toSorted() })

const EditForm = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const notify = useNotify()
  const { id: webhookId, form, name, events, url } = readWebhook(webhook)
  const params = { path: { webhookId } }
  const update = api.useMutation('patch', '/api/workspace/webhooks/{webhookId}')
  const posture = api.useQuery('get', '/api/workspace/webhooks/{webhookId}/secret-posture', { params })
  if (posture.isPending) return <Lines />
  if (posture.error) return <ErrorNote error={posture.error} retry={posture.refetch} />
  const { rotationIntervalDays } = posture.data
  const nameFields = form === 'versioned' ? { name, description: '' } : { name: '', description: name }
  const initial: EndpointFields = { url: url ?? '', ...nameFields, events, rotationIntervalDays }
  // Sends only changes, so that fields that the record does not show stay unchanged.
  const onSubmit = async (fields: EndpointFields, reason: string, header: IfMatch, before: EndpointFields) => {
    const body = { ...changesOf(sortEvents(before), sortEvents(fields)), reason }
    await update.mutateAsync({ params: { ...params, header }, body })
    await refresh()
    notify(t('edit.done'))
  }
  return (
    <EndpointForm form={form} initial={initial} submit={common('actions.save')} record={webhook} onSubmit={onSubmit} />
  )
}

/** The settings of a webhook, for administrators. */
export const SettingsTab = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const { data: backlog } = useBacklog(webhook.id)
  return (
    <Stack gap="lg">
      <Section title={t('edit.title')} text={t('edit.text')}>
        <EditForm webhook={webhook} />
      </Section>
      <Divider />
      <Section title={t('rotate.title')} text={t('rotate.text')}>
        <RotateSecret webhook={webhook} />
      </Section>
      <Divider />
      <Section
        title={t(webhook.status === 'paused' ? 'resume.title' : 'pause.title')}
        text={
          <>
            {t(webhook.status === 'paused' ? 'resume.text' : 'pause.text')}{' '}
            {backlog && <WaitReason explanation={backlog} span inherit />}
          </>
        }
      >
        <Group>
          <PauseButton webhook={webhook} />
        </Group>
      </Section>
      <Divider />
      <Section title={t('delete.title')} text={t('delete.text')}>
        <DeleteButton webhook={webhook} />
      </Section>
    </Stack>
  )
}
