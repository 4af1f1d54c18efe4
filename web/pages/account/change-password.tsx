import { Alert, Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { isNewPassword, PasswordField } from './password-field.tsx'
import { sessionsKey } from './sessions.tsx'

/** A new password; every other session ends. */
export const ChangePassword = () => {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = api.useMutation('post', '/api/workspace/account/password')

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { body: { currentPassword, newPassword } },
      {
        onSuccess: () => {
          setCurrent('')
          setNew('')
          void queries.invalidateQueries({ queryKey: sessionsKey })
        },
      },
    )
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack maw={360}>
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
        />
        <PasswordField label={t('newPassword')} autoComplete="new-password" value={newPassword} onChange={setNew} />
        <ErrorNote error={change.error} />
        {change.isSuccess && (
          <Alert variant="outline" color="teal" role="status">
            {t('changePassword.done')}
          </Alert>
        )}
        <Button type="submit" loading={change.isPending} disabled={!currentPassword || !isNewPassword(newPassword)}>
          {t('changePassword.submit')}
        </Button>
      </Stack>
    </form>
  )
}
