import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  /** The server's message about the code. */
  readonly error?: ReactNode
  /** The path of the field in the form. */
  readonly 'data-path'?: string
}

/** The field for six digits from an authenticator app, or a recovery code. */
export const CodeField = ({ value, onChange, error, 'data-path': path }: Props) => {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      autoComplete="one-time-code"
      required
      data-path={path}
      autoFocus
      minLength={6}
      maxLength={40}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value.trim())}
    />
  )
}
