import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '#web/ui/secret-input.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** `new-password` also shows and checks the minimum length. */
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus?: boolean
  /** The server's message about the password. */
  readonly error?: ReactNode
  /** The path of the field in the form. */
  readonly 'data-path'?: string
}

const minCharacters = 15

/** A password field that password managers recognize. */
export const PasswordField = ({ label, value, onChange, autoComplete, autoFocus, error, 'data-path': path }: Props) => {
  const { t } = useTranslation('account')
  const id = useId()
  const isNew = autoComplete === 'new-password'
  return (
    <SecretInput
      id={id}
      // The library reports neither the invalid value nor its message to screen readers.
      {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      label={label}
      {...(isNew && { description: t('passwordRule', { count: minCharacters }) })}
      autoComplete={autoComplete}
      required
      data-path={path}
      maxLength={1024}
      {...(isNew && { minLength: minCharacters })}
      {...(autoFocus && { 'data-autofocus': true, autoFocus: true })}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
