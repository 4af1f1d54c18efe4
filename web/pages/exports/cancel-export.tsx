import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { EvidenceExport } from './model.ts'

const cancellable: readonly EvidenceExport['status'][] = ['preparing', 'ready']

/** A button to cancel an export: stops its preparation, or removes the bundle. */
export const CancelExport = ({ record }: { record: EvidenceExport }) => {
  const { t } = useTranslation('exports')
  if (!cancellable.includes(record.status)) return null
  return (
    <Act
      operation="cancelEvidenceExport"
      record={record}
      label={t(record.status === 'ready' ? 'deleteBundle' : 'cancel')}
      text={t(record.status === 'ready' ? 'cancelReady' : 'cancelPreparing')}
      danger
    />
  )
}
