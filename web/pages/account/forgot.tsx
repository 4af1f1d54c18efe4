import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { AnchorLink } from '#web/ui/links.tsx'

/** Mails a password reset link if the install sends mail. Otherwise an administrator creates the link. */
export const Forgot = () => {
  const { t } = useTranslation('account')
  const form = useForm({ initialValues: { email: '' } })
  const [mail, setMail] = useState<'possible' | 'not_set_up'>()
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    setMail((await unwrap(client.POST('/api/workspace/session/forgot', { body: form.values }))).mail)
  })
  return (
    <AuthLayout title={t('forgot.title')}>
      {mail ? (
        <Alert role="status">{t(mail === 'possible' ? 'forgot.sent' : 'forgot.noMail')}</Alert>
      ) : (
        <form ref={formRef} onSubmit={onSubmit}>
          <Stack>
            <Text>{t('forgot.text')}</Text>
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              required
              {...form.getInputProps('email')}
            />
            <SubmitButton loading={busy}>{t('forgot.submit')}</SubmitButton>
            <ErrorNote error={error} />
          </Stack>
        </form>
      )}
      <AnchorLink to="/sign-in" size="sm">
        {t('forgot.back')}
      </AnchorLink>
    </AuthLayout>
  )
}
