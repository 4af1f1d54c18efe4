import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The six digits of an authenticator app, or a recovery code. */
export const CodeField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      autoComplete="one-time-code"
      required
      autoFocus
      maxLength={40}
      value={value}
      onChange={event => onChange(event.currentTarget.value.trim())}
    />
  )
}
