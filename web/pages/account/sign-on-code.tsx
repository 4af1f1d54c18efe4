import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { CodeField } from './code-field.tsx'
import { passkeysIn } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'

type Proof = { readonly code: string } | { readonly passkey: Schemas['PasskeyProof'] }

interface Props {
  readonly request: Schemas['SecondFactorAsked']
  readonly onEnter: (session: Session) => void
}

/** Asks for the second factor after the sign-on at the provider. */
export const SignOnCode = ({ request, onEnter }: Props) => {
  const { t } = useTranslation('account')
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const send = async (body: Proof) =>
    onEnter(await unwrap(client.POST('/api/workspace/session/single-sign-on/code', { body })))
  const { formRef, onSubmit, busy, error } = useSending(form, () => send({ code }))
  const ids = passkeysIn(request)
  const isPasskey = request.secondFactor === 'passkey'
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <Text>{t(isPasskey ? 'callback.passkey' : 'callback.code')}</Text>
        {ids.length > 0 && (
          <PasskeyButton
            label={t('passkeys.instead')}
            verification="preferred"
            ids={ids}
            onProof={passkey => send({ passkey })}
          />
        )}
        <CodeField value={code} {...form.getInputProps('code')} />
        <SubmitButton loading={busy}>{t('signIn.submit')}</SubmitButton>
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}
