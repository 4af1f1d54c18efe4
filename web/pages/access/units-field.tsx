import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnits } from '#web/api/units.ts'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (unitIds: string[]) => void
  readonly error?: ReactNode
}

/** The units of a person or an account; none is the whole workspace. Nothing where the workspace has none. */
export const UnitsField = ({ value, onChange, error }: Props) => {
  const { t } = useTranslation('access')
  const units = useUnits()
  if (units.length === 0) return null
  const offered = units.filter(({ id, status }) => status === 'active' || value.includes(id))
  return (
    <MultiSelect
      label={t('units.of')}
      description={t('units.ofHint')}
      placeholder={value.length === 0 ? t('units.all') : ''}
      searchable
      data={offered.map(({ id, title }) => ({ value: id, label: title }))}
      value={[...value]}
      onChange={onChange}
      error={error}
    />
  )
}
