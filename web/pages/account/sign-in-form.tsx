import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { CodeField } from './code-field.tsx'
import { asksForCode, passkeysIn } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'
import { PasswordField } from './password-field.tsx'

/** The id of the field for the address. */
export const emailId = 'sign-in-email'

export const emptyInput = { email: '', password: '', code: '' }

interface Props {
  /** The address of the ended session, which cannot be changed. */
  readonly email?: string
  /** The workspace, if known. */
  readonly organization: string | undefined
  /** The initial values of the form. */
  readonly initial?: typeof emptyInput
  readonly onInput?: (input: typeof emptyInput) => void
  readonly onResponse: (response: Session | Schemas['WorkspaceChoice']) => void
  readonly children?: ReactNode
}

/** The form for address and password and, if requested after a correct password, the second factor. */
export const SignInForm = (props: Props) => {
  const { t } = useTranslation('account')
  const { email: fixedEmail, organization, onResponse, children } = props
  const { initial = { ...emptyInput, email: fixedEmail ?? '' }, onInput = () => undefined } = props
  const [needsCode, setNeedsCode] = useState(initial.code !== '')
  const [ids, setIds] = useState<readonly string[]>([])
  const form = useForm({ initialValues: initial, onValuesChange: onInput })
  const { email, password, code } = form.values
  const send = async (passkey?: Schemas['PasskeyProof']) => {
    const proof = passkey ? { passkey } : code && { code }
    const body = { email, password, ...proof, ...(organization && { organization }) }
    const call = unwrap(client.POST('/api/workspace/session', { body }))
    onResponse(
      await call.catch(failure => {
        setNeedsCode(needsCode || asksForCode(failure))
        if (asksForCode(failure)) setIds(passkeysIn(failure))
        throw failure
      }),
    )
  }
  const { formRef, onSubmit, busy, error } = useSending(form, () => send())
  const onlyNeedsCode = asksForCode(error) && code === ''
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <TextInput
          id={emailId}
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          {...(fixedEmail ? { readOnly: true } : { autoFocus: true })}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          autoFocus={fixedEmail !== undefined}
          value={password}
          {...form.getInputProps('password')}
        />
        {needsCode && <CodeField value={code} {...form.getInputProps('code')} />}
        {needsCode && <PasskeyButton label={t('passkeys.instead')} verification="preferred" ids={ids} onProof={send} />}
        <SubmitButton loading={busy}>{t('signIn.submit')}</SubmitButton>
        {!onlyNeedsCode && <ErrorNote error={error} />}
        {children}
      </Stack>
    </form>
  )
}
