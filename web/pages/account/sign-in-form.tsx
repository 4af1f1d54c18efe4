import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { CodeField } from './code-field.tsx'
import { asksForCode, passkeysIn } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'
import { PasswordField } from './password-field.tsx'

export const nothingTyped = { email: '', password: '', code: '' }

interface Props {
  /** The session's address, if known: it cannot be changed then. */
  readonly known?: string
  /** The workspace, where it is known. */
  readonly organization: string | undefined
  /** The initial values of the form. */
  readonly typed?: typeof nothingTyped
  readonly onTyped?: (typed: typeof nothingTyped) => void
  readonly onAnswer: (answer: Session | Schemas['WorkspaceChoice']) => void
  readonly children?: ReactNode
}

/** Address, password and, when asked for after a correct password, the second factor. */
export const SignInForm = (props: Props) => {
  const { t } = useTranslation('account')
  const { known, organization, onAnswer, children } = props
  const { typed = { ...nothingTyped, email: known ?? '' }, onTyped = () => undefined } = props
  const [asksCode, setAsksCode] = useState(typed.code !== '')
  const [ids, setIds] = useState<readonly string[]>([])
  const form = useForm({ initialValues: typed, onValuesChange: onTyped })
  const { email, password, code } = form.values
  const send = async (passkey?: Schemas['PasskeyProof']) => {
    const proof = passkey ? { passkey } : code && { code }
    const body = { email, password, ...proof, ...(organization && { organization }) }
    const call = unwrap(client.POST('/api/workspace/session', { body }))
    onAnswer(
      await call.catch(refused => {
        setAsksCode(asksCode || asksForCode(refused))
        if (asksForCode(refused)) setIds(passkeysIn(refused))
        throw refused
      }),
    )
  }
  const { formRef, onSubmit, busy, error } = useSending(form, () => send())
  const onlyAsks = asksForCode(error) && code === ''
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          {...(known ? { readOnly: true } : { autoFocus: true })}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          autoFocus={known !== undefined}
          value={password}
          {...form.getInputProps('password')}
        />
        {asksCode && <CodeField value={code} {...form.getInputProps('code')} />}
        {asksCode && <PasskeyButton label={t('passkeys.instead')} verification="preferred" ids={ids} onProof={send} />}
        {!onlyAsks && <ErrorNote error={error} />}
        <Button type="submit" loading={busy}>
          {t('signIn.submit')}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
