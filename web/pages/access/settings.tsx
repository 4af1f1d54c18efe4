import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PlaceField } from '#web/ui/place-field.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { WorkspaceLogo } from '#web/ui/workspace-logo.tsx'
import { ChangeLogo } from './change-logo.tsx'
import { PeopleWithCustodians } from './people-with-custodians.tsx'
import { SecondFactorRules } from './second-factor-rules.tsx'
import { SignInPolicy } from './sign-in-policy.tsx'

type Settings = Schemas['WorkspaceSettings']

const ChangeDialog = ({ settings, opened, onClose }: { settings: Settings; opened: boolean; onClose: () => void }) => {
  const refresh = useRefresh()
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const { name, selfDecision, secondPerson, timeZone, ledgerPublic, mailNamesRecords } = settings
  const holidayPlace = settings.holidayPlace ?? ''
  const form = useForm({
    initialValues: {
      name,
      selfDecision,
      secondPerson,
      timeZone,
      holidayPlace,
      ledgerPublic,
      mailNamesRecords,
      reason: '',
    },
  })
  const {
    reason: _,
    holidayPlace: place,
    ...others
  } = changesOf(form.getInitialValues(), {
    ...form.values,
    name: form.values.name.trim(),
    timeZone: form.values.timeZone.trim(),
  })
  const changes = { ...others, ...(place !== undefined && { holidayPlace: place === '' ? null : place }) }
  const onSubmit = async (reason: string, header: IfMatch) => {
    await unwrap(client.PATCH('/api/workspace/settings', { params: { header }, body: { ...changes, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updateWorkspaceSettings"
      opened={opened}
      onClose={onClose}
      title={t('settings.change')}
      submit={t('settings.submit')}
      form={form}
      record={settings}
      ready={Object.keys(changes).length > 0}
      missing={common('form.nothingChanged')}
      onSubmit={onSubmit}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('settings.name')}
          description={t('settings.nameText')}
          required
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Checkbox
          label={t('settings.allow')}
          description={t('settings.allowText')}
          {...form.getInputProps('selfDecision', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('settings.second')}
          description={t('settings.secondText')}
          {...form.getInputProps('secondPerson', { type: 'checkbox' })}
        />
        <TimeZoneField
          label={t('settings.timeZone')}
          description={t('settings.timeZoneText')}
          {...form.getInputProps('timeZone')}
        />
        <PlaceField
          label={t('settings.holidayPlace')}
          description={t('settings.holidayPlaceText')}
          {...form.getInputProps('holidayPlace')}
        />
        <Checkbox
          label={t('settings.ledgerPublic')}
          description={t('settings.ledgerPublicText')}
          {...form.getInputProps('ledgerPublic', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('settings.mailNamesRecords')}
          description={t('settings.mailNamesRecordsText')}
          {...form.getInputProps('mailNamesRecords', { type: 'checkbox' })}
        />
      </Stack>
    </ActionDialog>
  )
}

const ChangeButton = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation('access')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button leftSection={<IconSettings size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        {t('settings.change')}
      </Button>
      <ChangeDialog key={openCount} settings={settings} opened={opened} onClose={close} />
    </>
  )
}

/** The settings of the workspace. Everyone can see them; administrators can change them. */
export const SettingsPage = () => {
  const { t } = useTranslation('access')
  const can = useCan()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/settings')
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.description')}>
        {can('updateWorkspaceSettings') && <ChangeButton settings={data} />}
      </PageHeader>
      {!data.secondPerson && can('updateWorkspaceSettings') && (
        <Alert mb="md" icon={<IconInfoCircle />} title={t('settings.offTitle')}>
          {t('settings.offText')}
        </Alert>
      )}
      <Stack>
        <Section title={t('settings.identity')} actions={can('setWorkspaceLogo') && <ChangeLogo />}>
          <FactList
            entries={[
              [t('settings.name'), data.name],
              [t('settings.logo'), <WorkspaceLogo key="logo" size={32} />],
              [t('settings.timeZone'), data.timeZone],
              [t('settings.holidayPlace'), data.holidayPlace ?? t('settings.noHolidayPlace')],
            ]}
          />
        </Section>
        <Section title={t('settings.rules')}>
          <FactList
            entries={[
              [t('settings.selfDecision'), t(data.selfDecision ? 'settings.allowed' : 'settings.notAllowed')],
              [t('settings.secondPerson'), t(data.secondPerson ? 'settings.needed' : 'settings.notNeeded')],
              [t('settings.ledger'), t(data.ledgerPublic ? 'settings.public' : 'settings.notPublic')],
              [t('settings.mail'), t(data.mailNamesRecords ? 'settings.named' : 'settings.notNamed')],
            ]}
          />
        </Section>
        {can('getSignInPolicy') && <SignInPolicy />}
        <SecondFactorRules />
        {can('listPeopleWithCustodians') && <PeopleWithCustodians />}
      </Stack>
    </>
  )
}
