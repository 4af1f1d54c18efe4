import type { LinkProps } from '@tanstack/react-router'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useRecordNames } from '#web/family/record-names.tsx'
import { useFormatTime } from '#web/ui/time.tsx'

export type EvidenceExport = Schemas['EvidenceExport']
/** The requested scope. */
export type Scope = Schemas['EvidenceExportScope']

/** The link to the page of an export. */
export const exportLink = (exportId: string): LinkProps =>
  linkOptions({ to: '/trails/exports/$exportId', params: { exportId } })

/** The progress in percent: of the bytes if there are any, otherwise of the files. 0 until the files are known. */
export const percentOf = ({ progress: { bytesDone, bytesTotal, filesDone, filesTotal } }: EvidenceExport): number => {
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [filesDone, filesTotal]
  return total === 0 ? 0 : Math.floor((done / total) * 100)
}

/** The id of the record that a bundle is about. */
export const subjectOf = ({ requirementId, packageId, assessmentId }: EvidenceExport['scope']): string | undefined =>
  requirementId ?? packageId ?? assessmentId

/**
 * Returns a function that describes a scope in words. The scope must be one of `scopes`, whose record names are loaded.
 */
export const useScopeInWords = (
  scopes: readonly EvidenceExport['scope'][],
): ((scope: EvidenceExport['scope']) => string) => {
  const { t } = useTranslation('exports')
  const format = useFormatTime()
  const nameOf = useRecordNames(scopes.map(subjectOf))
  return scope => {
    const { kind, from, to, at } = scope
    const subject = subjectOf(scope)
    // Shows the time to the second, because it is often the last second of a day.
    if (kind === 'asOf' && at) return t('scope.asOfAt', { at: format(at, 'second') })
    if (kind === 'period' && from && to) return t('scope.fromTo', { from: format(from), to: format(to) })
    return t(`scope.${kind}`, { name: subject === undefined ? '' : nameOf(subject) })
  }
}
