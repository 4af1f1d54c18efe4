import { Button, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type Form, useRefresh } from './webhook.ts'

const forms = enums.WebhookSettings.webhookForm

/** In which form the organization serves its webhooks: shown to whoever reads, changed by administrators. */
export const FormSettings = () => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [chosen, setChosen] = useState<Form>()
  const { data } = api.useQuery('get', '/api/workspace/webhook-settings')
  const update = api.useMutation('patch', '/api/workspace/webhook-settings')
  if (!data) return null
  const { webhookForm } = data
  if (!can('updateWebhookSettings'))
    return (
      <Text size="sm" c="dimmed">
        {t(`settings.short.${webhookForm}`)}
      </Text>
    )

  const onSubmit = async (reason: string, header: IfMatch) => {
    await update.mutateAsync({ params: { header }, body: { webhookForm: chosen ?? webhookForm, reason } })
    await refresh()
    setChosen(undefined)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconSettings size={16} />} aria-haspopup="dialog" onClick={open}>
        {t(`settings.short.${webhookForm}`)}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('settings.title')}
        text={t('settings.text')}
        submit={t('settings.submit')}
        ready={chosen !== undefined && chosen !== webhookForm}
        of={data}
        onSubmit={onSubmit}
      >
        <Radio.Group
          label={t('settings.form')}
          value={chosen ?? webhookForm}
          onChange={value => setChosen(forms.find(form => form === value))}
        >
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
