import { TagsInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly value: readonly string[]
  readonly scopes: readonly string[]
  readonly onChange: (sources: string[]) => void
  readonly error?: ReactNode
}

const scope = 'governance.findings:write'

/** The sources that an account may report findings for. Shown if the account has that scope or any sources. */
export const SourcesField = ({ value, scopes, onChange, error }: Props) => {
  const { t } = useTranslation('access')
  if (!scopes.includes(scope) && value.length === 0) return null
  return (
    <TagsInput
      label={t('accounts.findingSources')}
      description={t('accounts.findingSourcesHint')}
      maxTags={20}
      value={[...value]}
      onChange={onChange}
      error={error}
    />
  )
}
