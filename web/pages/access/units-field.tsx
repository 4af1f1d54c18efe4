import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasUnits } from '#web/api/units.ts'
import { ChooseMany } from '#web/family/choose.tsx'

const most = 50

interface Props {
  readonly value: readonly string[]
  readonly onChange: (unitIds: string[]) => void
  readonly error?: ReactNode
}

/** The units of a person or an account; none means the whole workspace. Draws nothing if the workspace has no units. */
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
      limit={most}
    />
  )
}
