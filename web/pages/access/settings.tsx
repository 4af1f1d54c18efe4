import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'

type Settings = Schemas['WorkspaceSettings']

const draftOf = ({ selfDecision, timeZone }: Settings) => ({ selfDecision, timeZone })

const Change = ({ settings, onChanged }: { settings: Settings; onChanged: () => Promise<unknown> }) => {
  const { t } = useTranslation('access')
  const [opened, { open, close }] = useDisclosure()
  const [initial, setInitial] = useState(draftOf(settings))
  const [draft, setDraft] = useState(initial)
  const { selfDecision, timeZone } = draft
  const update = api.useMutation('patch', '/api/workspace/settings')
  const start = () => {
    setInitial(draftOf(settings))
    setDraft(draftOf(settings))
    open()
  }
  const changes = changesOf(initial, { selfDecision, timeZone: timeZone.trim() })
  const onSubmit = async (reason: string, header: IfMatch) => {
    await update.mutateAsync({ params: { header }, body: { ...changes, reason } })
    await onChanged()
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
        ready={Object.keys(changes).length > 0}
        of={settings}
        onSubmit={onSubmit}
      >
        <Stack gap="sm">
          <Checkbox
            data-autofocus
            label={t('settings.allow')}
            description={t('settings.allowText')}
            checked={selfDecision}
            onChange={event => setDraft({ selfDecision: event.currentTarget.checked, timeZone })}
          />
          <TextInput
            label={t('settings.timeZone')}
            description={t('settings.timeZoneText')}
            required
            maxLength={64}
            list="time-zones"
            value={timeZone}
            onChange={event => setDraft({ selfDecision, timeZone: event.currentTarget.value })}
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
        {can('updateWorkspaceSettings') && <Change settings={data} onChanged={refetch} />}
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
