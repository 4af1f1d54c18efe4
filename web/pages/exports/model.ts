import type { LinkProps } from '@tanstack/react-router'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormatTime } from '#web/ui/time.tsx'

export type EvidenceExport = Schemas['EvidenceExport']
/** The requested scope. */
export type Scope = Schemas['EvidenceExportScope']

/** The link to the page of an export. */
export const exportLink = (exportId: string): LinkProps =>
  linkOptions({ to: '/trails/exports/$exportId', params: { exportId } })

/** The progress in percent: of the bytes if there are any, else of the files. 0 until the files are known. */
export const percentOf = ({ progress: { bytesDone, bytesTotal, filesDone, filesTotal } }: EvidenceExport): number => {
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [filesDone, filesTotal]
  return total === 0 ? 0 : Math.floor((done / total) * 100)
}

/** Returns a function that describes the scope of a bundle in words. */
export const useScopeInWords = (): ((scope: EvidenceExport['scope']) => string) => {
  const { t } = useTranslation('exports')
  const format = useFormatTime()
  return ({ kind, requirementId, packageId, from, to, at }) => {
    // To the second, because it is often the last second of a day.
    if (kind === 'asOf' && at) return t('scope.asOfAt', { at: format(at, 'second') })
    if (kind === 'period' && from && to) return t('scope.fromTo', { from: format(from), to: format(to) })
    return t(`scope.${kind}`, { id: requirementId ?? packageId ?? '' })
  }
}
