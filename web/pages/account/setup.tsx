import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { browserTimeZone } from '#web/ui/format.ts'
import { ButtonLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useEnter } from './enter.ts'
import { PasswordField } from './password-field.tsx'

const SetupForm = ({ token }: { token: string }) => {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: '', email: '', password: '', workspaceName: '', timeZone: browserTimeZone() },
  })
  const { password } = form.values
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    enter(await unwrap(client.POST('/api/workspace/setup', { body: { token, ...form.values } })))
  })

  return (
    <>
      <Text>{t('setup.text')}</Text>
      <form ref={formRef} onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={t('setup.workspaceName')}
            description={t('setup.workspaceNameText')}
            autoComplete="organization"
            required
            maxLength={200}
            {...form.getInputProps('workspaceName')}
          />
          <TimeZoneField
            label={t('setup.timeZone')}
            description={t('setup.timeZoneText')}
            {...form.getInputProps('timeZone')}
          />
          <TextInput label={t('name')} autoComplete="name" required maxLength={200} {...form.getInputProps('name')} />
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            maxLength={320}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('password')}
            autoComplete="new-password"
            value={password}
            {...form.getInputProps('password')}
          />
          <SubmitButton loading={busy}>{t('setup.submit')}</SubmitButton>
          <ErrorNote error={error} />
        </Stack>
      </form>
    </>
  )
}

/** Explains why a link cannot create an administrator, and what to do instead. */
const InvalidLink = ({ state }: { state: 'incomplete' | 'used' | 'expired' | 'unknown' }) => {
  const { t } = useTranslation('account')
  return (
    <>
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle />}
        title={t(`setup.title${state === 'used' ? 'Used' : 'Invalid'}`)}
      >
        {t(`setup.${state}`)}
      </Alert>
      {state !== 'used' && <Text size="sm">{t('setup.onward')}</Text>}
      <ButtonLink to="/sign-in">{t('signIn.title')}</ButtonLink>
    </>
  )
}

/** The setup at the first start: the person with the one-time link becomes the first administrator. */
export const Setup = () => {
  const { t } = useTranslation('account')
  const [token] = useState(location.hash.slice(1))
  const options = { retry: false, enabled: token !== '', staleTime: Number.POSITIVE_INFINITY }
  const link = api.useQuery('post', '/api/workspace/setup/look', { body: { token } }, options)
  const state = link.data?.state
  return (
    <AuthLayout title={t('setup.title')}>
      {token === '' && <InvalidLink state="incomplete" />}
      {link.isLoading && <Lines count={4} />}
      <ErrorNote error={link.error} />
      {state === 'good' && <SetupForm token={token} />}
      {state && state !== 'good' && <InvalidLink state={state} />}
    </AuthLayout>
  )
}
