import { Alert, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { CodeField } from './code-field.tsx'

const tokenIn = (hash: string): string | undefined => /^#factor=(\S+)$/.exec(hash)?.[1]

/** Shows that the second factor is theirs, with the link of a mail and a code. */
const Show = ({ token, onShown }: { token: string; onShown: () => void }) => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const { element, onSubmit, busy, error } = useSending(form, async () => {
    await answered(client.POST('/api/workspace/account/factor/confirm', { body: { token, code } }))
    await refresh()
    onShown()
  })
  return (
    <form ref={element} onSubmit={onSubmit}>
      <Stack align="flex-start">
        <Text size="sm">{t('ownFactor.text')}</Text>
        <CodeField value={code} {...form.getInputProps('code')} />
        <ErrorNote error={error} />
        <Button type="submit" loading={busy} disabled={code.length < 6}>
          {t('ownFactor.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Who could act as the reader, and how that ends. */
export const OwnFactor = () => {
  const { t } = useTranslation('account')
  const { person } = useSession()
  const [token, setToken] = useState(() => tokenIn(window.location.hash))
  const path = '/api/workspace/people/{personId}/custodians'
  const { data } = api.useQuery('get', path, { params: { path: { personId: person.id } } })
  const names = [...new Set(data?.custodians.filter(one => one.releasedAt === null).map(({ name }) => name))]
  if (names.length === 0) return null
  const isOn = person.secondFactor !== 'none'
  return (
    <Stack mt="md">
      <Alert>{t(isOn ? 'ownFactor.shown' : 'ownFactor.none', { names: names.join(', ') })}</Alert>
      {isOn && token !== undefined && <Show token={token} onShown={() => setToken(undefined)} />}
    </Stack>
  )
}
