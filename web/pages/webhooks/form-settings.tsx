import { Button, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Form } from './webhook.ts'

const forms = enums.WebhookSettings.webhookForm

/** Shows whether the workspace's webhooks use the versioned or the unversioned form. Administrators can change it. */
export const FormSettings = () => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const form = useForm({ initialValues: { webhookForm: '' as Form | '', reason: '' } })
  const { data } = api.useQuery('get', '/api/workspace/webhook-settings')
  if (!data) return null
  const { webhookForm } = data
  const newForm = form.values.webhookForm
  if (!can('updateWebhookSettings'))
    return (
      <Text size="sm" c="dimmed">
        {t(`settings.short.${webhookForm}`)}
      </Text>
    )

  const onSubmit = async (reason: string, header: IfMatch) => {
    const body = { webhookForm: newForm || webhookForm, reason }
    await unwrap(client.PATCH('/api/workspace/webhook-settings', { params: { header }, body }))
    await refresh()
  }
  return (
    <>
      <Button variant="default" leftSection={<IconSettings size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('settings.change')}
      </Button>
      <ActionDialog
        operation="updateWebhookSettings"
        opened={opened}
        onClose={close}
        title={t('settings.title')}
        text={t('settings.text')}
        submit={t('settings.submit')}
        form={form}
        record={data}
        ready={newForm !== '' && newForm !== webhookForm}
        missing={common('form.nothingChanged')}
        onSubmit={onSubmit}
      >
        <Radio.Group label={t('settings.form')} {...form.getInputProps('webhookForm')} value={newForm || webhookForm}>
          <Stack gap="xs" mt="xs">
            {forms.map(form => (
              <Radio key={form} value={form} label={t(`settings.${form}`)} description={t(`settings.${form}Text`)} />
            ))}
          </Stack>
        </Radio.Group>
      </ActionDialog>
    </>
  )
}
