import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasUnits } from '#web/api/units.ts'
import { ChooseMany } from '#web/family/choose.tsx'

const maxUnits = 50

interface Props {
  readonly value: readonly string[]
  readonly onChange: (unitIds: string[]) => void
  readonly error?: ReactNode
}

/** Selects the units of a person or account; none means the whole workspace. Hidden if the workspace has no units. */
export const UnitsField = (props: Props) => {
  const { t } = useTranslation('access')
  if (!useHasUnits()) return null
  return (
    <ChooseMany
      {...props}
      label={t('units.of')}
      description={t('units.ofHint')}
      placeholder={t('units.all')}
      offer={{ kind: 'unit', status: 'active' }}
      limit={maxUnits}
    />
  )
}
