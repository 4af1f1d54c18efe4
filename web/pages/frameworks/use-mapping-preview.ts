import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping, ReadMapping } from '#client/import/mapping.ts'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { ifMatch } from '#web/api/version.ts'
import { UnreadableImport } from '#web/workers/read-clauses.ts'
import { readMappingOf } from '#web/workers/read-mapping.ts'
import type { Framework } from './model.ts'

/** The selected files, one of the mappings in them, and its source framework. */
export interface MappingSelection {
  readonly file?: File | undefined
  readonly libraries?: readonly File[] | undefined
  readonly index?: number
  readonly sourceFrameworkId?: string
}

interface PreviewResult {
  readonly content?: ReadMapping
  readonly mapping?: Mapping
  readonly effect?: Schemas['MappingImport']
  readonly error?: string
  readonly serverError?: unknown
}

export const mappingPath = '/api/workspace/frameworks/{frameworkId}/mapping'
const maxFileBytes = 32 * 1024 * 1024

/** Reads the selected file in a worker, and asks the server which links it would add. */
export const useMappingPreview = (framework: Framework) => {
  const { t } = useTranslation('frameworks')
  const [selection, setSelection] = useState<MappingSelection>({})
  const [result, setResult] = useState<PreviewResult>({})
  const [busy, setBusy] = useState(false)
  const latest = useRef<MappingSelection>(selection)

  const explain = (failure: unknown): PreviewResult => {
    if (failure instanceof UnreadableImport) {
      const why = failure.reason ? t(`import.why.${failure.reason}`, failure.values) : ''
      return { error: t('import.unreadable', { why }) }
    }
    const isSlow = failure instanceof DOMException && failure.name === 'TimeoutError'
    return isSlow ? { error: t('import.tooSlow') } : { serverError: failure }
  }

  const preview = async (options: MappingSelection & { file: File }): Promise<PreviewResult> => {
    const { file, libraries = [], index = 0, sourceFrameworkId } = options
    const content = await readMappingOf({ file, libraries })
    const mapping = content.mappings[index] ?? content.mappings[0]
    if (!mapping || !sourceFrameworkId) return { content, ...(mapping && { mapping }) }
    const reason = t('mapping.dryRun', { file: file.name })
    const body = { sourceFrameworkId, relations: [...mapping.relations], dryRun: true, reason }
    const params = { path: { frameworkId: framework.id }, header: ifMatch(framework) }
    try {
      return { content, mapping, effect: await unwrap(client.POST(mappingPath, { params, body })) }
    } catch (failure) {
      return { content, mapping, ...explain(failure) }
    }
  }

  const select = async (next: MappingSelection) => {
    latest.current = next
    setSelection(next)
    setBusy(false)
    const { file, libraries = [] } = next
    setResult(file === selection.file && result.content ? { content: result.content } : {})
    if (!file) return
    if ([file, ...libraries].some(({ size }) => size > maxFileBytes)) return setResult({ error: t('import.tooLarge') })
    setBusy(true)
    const newResult = await preview({ ...next, file }).catch(explain)
    if (latest.current !== next) return
    setResult(newResult)
    setBusy(false)
  }
  return { selection, ...result, busy, select }
}
