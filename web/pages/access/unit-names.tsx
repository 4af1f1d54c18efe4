import { useTranslation } from 'react-i18next'
import { useNames } from '#web/family/choices.ts'
import { RecordLink } from '#web/ui/records.tsx'

/** The units of a person or account, as links. Without units, shows "the whole workspace". */
export const UnitNames = ({ ids }: { ids: readonly string[] | undefined }) => {
  const { t } = useTranslation('access')
  const names = useNames([{ kind: 'unit', ids: ids ?? [] }])
  if (!ids) return t('units.all')
  return ids.map((id, i) => (
    <span key={id}>
      {i > 0 && ', '}
      <RecordLink id={id}>{names.get(id) ?? id}</RecordLink>
    </span>
  ))
}
