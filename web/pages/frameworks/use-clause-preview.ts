import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClauseField, ClauseTable } from '#client/import/clause-table.ts'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { ifMatch } from '#web/api/version.ts'
import { readClausesOf, UnreadableImport } from '#web/workers/read-clauses.ts'
import type { Framework } from './model.ts'

export type FileClauses = Awaited<ReturnType<typeof readClausesOf>>

/** The content of a file, and the effect of importing it now. */
export interface Preview {
  readonly content: FileClauses
  /** Undefined for a new framework, to which all clauses are added. */
  readonly effect: Schemas['ClauseImport'] | undefined
}

/** The selected file, and how to read it. */
export interface Selection {
  readonly file?: File | undefined
  /** The catalogs and profiles that a profile imports. */
  readonly catalogs?: readonly File[] | undefined
  readonly sheet?: string | undefined
  readonly columns?: Readonly<Partial<Record<ClauseField, number | undefined>>> | undefined
}

/** The result for the selected file. */
interface PreviewResult {
  readonly preview?: Preview
  readonly error?: string
  /** The server's error for the preview. */
  readonly serverError?: unknown
  /** The structure of a table, even if it cannot be read with the selected columns. */
  readonly table?: ClauseTable | undefined
  readonly isProfile?: boolean
}

export const clausesPath = '/api/workspace/frameworks/{frameworkId}/clauses'
const maxFileBytes = 32 * 1024 * 1024

/** Reads the selected file in a worker, and asks the server for the effect of importing it into a framework. */
export const useClausePreview = (framework?: Framework) => {
  const { t } = useTranslation('frameworks')
  const [selection, setSelection] = useState<Selection>({})
  const [result, setResult] = useState<PreviewResult>({})
  const [busy, setBusy] = useState(false)
  // An earlier selection is still read to its end, but its result must not be imported.
  const latest = useRef<Selection>(selection)

  const explain = (failure: unknown): Pick<PreviewResult, 'error' | 'serverError'> => {
    if (failure instanceof UnreadableImport) {
      const why = failure.reason ? t(`import.why.${failure.reason}`, failure.values) : ''
      return { error: t('import.unreadable', { why }) }
    }
    const isSlow = failure instanceof DOMException && failure.name === 'TimeoutError'
    return isSlow ? { error: t('import.tooSlow') } : { serverError: failure }
  }

  const findEffect = (framework: Framework, file: File, content: FileClauses) => {
    const body = { clauses: [...content.clauses], dryRun: true, reason: t('import.dryRun', { file: file.name }) }
    const params = { path: { frameworkId: framework.id }, header: ifMatch(framework) }
    return unwrap(client.POST(clausesPath, { params, body }))
  }

  const preview = async ({ file, ...options }: Selection & { file: File }): Promise<PreviewResult> => {
    const content = await readClausesOf({ ...options, file, catalogs: options.catalogs ?? [] })
    const effect = framework && (await findEffect(framework, file, content))
    return { preview: { content, effect }, table: content.table, isProfile: (options.catalogs ?? []).length > 0 }
  }

  const select = async (next: Selection) => {
    latest.current = next
    setSelection(next)
    setBusy(false)
    const { file, catalogs = [] } = next
    // A different sheet or column belongs to the same table, so the fields stay.
    const previous = file === selection.file ? { table: result.table, isProfile: result.isProfile === true } : {}
    setResult(previous)
    if (!file) return
    if ([file, ...catalogs].some(({ size }) => size > maxFileBytes))
      return setResult({ ...previous, error: t('import.tooLarge') })
    setBusy(true)
    const newResult = await preview({ ...next, file }).catch((failure: unknown): PreviewResult => {
      const { reason, table } = failure instanceof UnreadableImport ? failure : {}
      const isProfile = previous.isProfile === true || reason === 'needsCatalog' || catalogs.length > 0
      return { ...previous, ...(table && { table }), isProfile, ...explain(failure) }
    })
    if (latest.current !== next) return
    setResult(newResult)
    setBusy(false)
  }
  return { selection, ...result, busy, select }
}
