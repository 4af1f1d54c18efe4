import { useTranslation } from 'react-i18next'
import { useNames } from '#web/family/choices.ts'
import { RecordLink } from '#web/ui/records.tsx'

/** The units of a person or an account, each with a link; the whole workspace if they belong to none. */
export const UnitNames = ({ of }: { of: readonly string[] | undefined }) => {
  const { t } = useTranslation('access')
  const names = useNames([{ kind: 'unit', ids: of ?? [] }])
  if (!of) return t('units.all')
  return of.map((id, i) => (
    <span key={id}>
      {i > 0 && ', '}
      <RecordLink id={id}>{names.get(id) ?? id}</RecordLink>
    </span>
  ))
}
