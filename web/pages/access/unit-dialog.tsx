import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { RecordAct } from '#web/family/record-act.tsx'

interface Props {
  /** The unit to change. Without it, the dialog creates one. */
  readonly unit?: Schemas['ListedUnit']
}

/** A button with a dialog that creates or changes a unit. */
export const WriteUnit = ({ unit }: Props) => {
  const { t } = useTranslation('access')
  return (
    <RecordAct
      noun="Unit"
      label={t(unit ? 'units.edit' : 'units.new')}
      labels={{
        unitKey: { label: t('units.key'), hint: t('units.keyHint') },
        title: t('units.name'),
        description: t('units.about'),
      }}
      record={unit}
      title={t(unit ? 'units.change' : 'units.new')}
    />
  )
}
