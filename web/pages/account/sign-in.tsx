import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Door } from '#web/ui/door.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'

const route = getRouteApi('/sign-in')

/** Only a place of this app: an address that names another host leads to the home page. */
const placeHere = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/')

export const SignIn = () => {
  const { t } = useTranslation('account')
  const { next } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = api.useMutation('post', '/api/workspace/session')

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const session = await signIn.mutateAsync({ body: { email, password } }).catch(() => undefined)
    if (!session) return
    queries.clear()
    queries.setQueryData(['session'], session)
    router.history.push(placeHere(next))
  }

  return (
    <Door title={t('signIn.title')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <ErrorNote error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
          <Anchor component={Link} to="/forgot" size="sm">
            {t('signIn.forgot')}
          </Anchor>
        </Stack>
      </form>
    </Door>
  )
}
