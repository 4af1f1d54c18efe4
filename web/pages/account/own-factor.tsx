import { Alert, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeyButton } from './passkey.tsx'

const tokenIn = (hash: string): string | undefined => /^#factor=(\S+)$/.exec(hash)?.[1]

interface Props {
  readonly token: string
  readonly onConfirmed: () => void
}

const useConfirm = ({ token, onConfirmed }: Props) => {
  const refresh = useRefresh()
  return async (proof: { code: string } | { passkey: Schemas['PasskeyProof'] }) => {
    await unwrap(client.POST('/api/workspace/account/factor/confirm', { body: { token, ...proof } }))
    await refresh()
    onConfirmed()
  }
}

/** Confirms that the authenticator app is the person's own, with a mailed link and a code. */
const ConfirmApp = (props: Props) => {
  const { t } = useTranslation('account')
  const confirm = useConfirm(props)
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const { formRef, onSubmit, busy, error } = useSending(form, () => confirm({ code }))
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack align="flex-start">
        <Text size="sm">{t('ownFactor.text')}</Text>
        <CodeField value={code} {...form.getInputProps('code')} />
        <SubmitButton loading={busy}>{t('ownFactor.submit')}</SubmitButton>
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}

/** Confirms that the passkey is the person's own, with a mailed link. */
const ConfirmPasskey = (props: Props) => {
  const { t } = useTranslation('account')
  const confirm = useConfirm(props)
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('ownFactor.textPasskey')}</Text>
      <PasskeyButton label={t('ownFactor.submit')} verification="required" onProof={passkey => confirm({ passkey })} />
    </Stack>
  )
}

/** Shows the people who could act as the user, and how to end that. */
export const OwnFactor = () => {
  const { t } = useTranslation('account')
  const { person } = useSession()
  const [token, setToken] = useState(() => tokenIn(window.location.hash))
  const path = '/api/workspace/people/{personId}/custodians'
  const { data } = api.useQuery('get', path, { params: { path: { personId: person.id } } })
  const names = [
    ...new Set(data?.custodians.filter(custodian => custodian.releasedAt === null).map(({ name }) => name)),
  ]
  if (names.length === 0) return null
  const isOn = person.secondFactor !== 'none'
  const Confirm = person.secondFactor === 'passkey' ? ConfirmPasskey : ConfirmApp
  return (
    <Stack mt="md">
      <Alert>{t(isOn ? 'ownFactor.shown' : 'ownFactor.none', { names: names.join(', ') })}</Alert>
      {isOn && token !== undefined && <Confirm token={token} onConfirmed={() => setToken(undefined)} />}
    </Stack>
  )
}
