import { Alert, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { PasswordField } from './password-field.tsx'

/** Changes the password, which ends every other session. */
export const ChangePassword = () => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const { currentPassword, newPassword } = form.values
  const [isDone, setDone] = useState(false)
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    setDone(false)
    await unwrap(client.POST('/api/workspace/account/password', { body: form.values }))
    form.reset()
    setDone(true)
    await refresh()
  })

  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack maw={360}>
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          value={currentPassword}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          value={newPassword}
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <SubmitButton loading={busy}>{t('changePassword.submit')}</SubmitButton>
        </Group>
        {isDone && (
          <Alert color="teal" role="status">
            {t('changePassword.done')}
          </Alert>
        )}
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}
