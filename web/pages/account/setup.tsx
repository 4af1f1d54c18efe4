import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Door } from '#web/ui/door.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useEnter } from './enter.ts'
import { isNewPassword, PasswordField } from './password-field.tsx'

/** First start: whoever has the one-time link becomes the first administrator. */
export const Setup = () => {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const [token] = useState(location.hash.slice(1))
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const complete = api.useMutation('post', '/api/workspace/setup')

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    complete.mutate({ body: { token, name, email, password } }, { onSuccess: session => enter(session) })
  }

  return (
    <Door title={t('setup.title')}>
      {token === '' && (
        <Alert color="red" variant="outline" role="alert">
          {t('setup.incomplete')}
        </Alert>
      )}
      <Text>{t('setup.text')}</Text>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={t('name')}
            autoComplete="name"
            required
            maxLength={200}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            maxLength={320}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <PasswordField label={t('password')} autoComplete="new-password" value={password} onChange={setPassword} />
          <ErrorNote error={complete.error} />
          <Button type="submit" loading={complete.isPending} disabled={!token || !isNewPassword(password)}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
