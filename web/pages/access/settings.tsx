import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answered, api, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { beginWith } from '#web/ui/form.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'

type Settings = Schemas['WorkspaceSettings']

const Change = ({ settings }: { settings: Settings }) => {
  const refresh = useRefresh()
  const { t } = useTranslation('access')
  const [opened, { open, close }] = useDisclosure()
  const present = { selfDecision: settings.selfDecision, timeZone: settings.timeZone, reason: '' }
  const form = useForm({ initialValues: present })
  const { selfDecision } = form.values
  const timeZone = form.values.timeZone.trim()
  const start = () => {
    beginWith(form, present)
    open()
  }
  const onSubmit = async (reason: string) => {
    await answered(client.PATCH('/api/workspace/settings', { body: { selfDecision, timeZone, reason } }))
    await refresh()
  }
  return (
    <>
      <Button leftSection={<IconSettings size={16} aria-hidden />} aria-haspopup="dialog" onClick={start}>
        {t('settings.change')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('settings.change')}
        submit={t('settings.submit')}
        form={form}
        ready={selfDecision !== settings.selfDecision || timeZone !== settings.timeZone}
        onSubmit={onSubmit}
      >
        <Stack gap="sm">
          <Checkbox
            data-autofocus
            label={t('settings.allow')}
            description={t('settings.allowText')}
            {...form.getInputProps('selfDecision', { type: 'checkbox' })}
          />
          <TextInput
            label={t('settings.timeZone')}
            description={t('settings.timeZoneText')}
            required
            maxLength={64}
            list="time-zones"
            {...form.getInputProps('timeZone')}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Stack>
      </ActionDialog>
    </>
  )
}

/** What the workspace has decided for itself: shown to everybody, changed by administrators. */
export const SettingsPage = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/settings')
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.description')}>
        {can('updateWorkspaceSettings') && <Change settings={data} />}
      </PageHeader>
      <Section title={t('settings.rules')}>
        <Facts
          entries={[
            [t('settings.selfDecision'), t(data.selfDecision ? 'settings.allowed' : 'settings.notAllowed')],
            [t('settings.timeZone'), data.timeZone],
          ]}
        />
      </Section>
    </>
  )
}
