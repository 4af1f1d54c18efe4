import { useTranslation } from 'react-i18next'
import { useUnits } from '#web/api/units.ts'
import { RecordLink } from '#web/ui/records.tsx'

/** The units of a person or an account, each with a link; the whole workspace where they belong to none. */
export const UnitNames = ({ of }: { of: readonly string[] | undefined }) => {
  const { t } = useTranslation('access')
  const units = useUnits()
  if (!of) return t('units.all')
  return of.map((id, i) => (
    <span key={id}>
      {i > 0 && ', '}
      <RecordLink id={id}>{units.find(unit => unit.id === id)?.title ?? id}</RecordLink>
    </span>
  ))
}
