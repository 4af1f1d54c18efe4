import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Door } from '#web/ui/door.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'

/** A forgotten password: a link by mail where the install sends mail, else an administrator makes one. */
export const Forgot = () => {
  const { t } = useTranslation('account')
  const [email, setEmail] = useState('')
  const forgot = api.useMutation('post', '/api/workspace/session/forgot')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    forgot.mutate({ body: { email } })
  }
  return (
    <Door title={t('forgot.title')}>
      {forgot.data ? (
        <Alert variant="outline" role="status">
          {t(forgot.data.mail === 'possible' ? 'forgot.sent' : 'forgot.noMail')}
        </Alert>
      ) : (
        <form onSubmit={onSubmit}>
          <Stack>
            <Text>{t('forgot.text')}</Text>
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={event => setEmail(event.currentTarget.value)}
            />
            <ErrorNote error={forgot.error} />
            <Button type="submit" loading={forgot.isPending}>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {t('forgot.back')}
      </Anchor>
    </Door>
  )
}
