import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClauseField, ClauseTable } from '#client/import/clause-table.ts'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import { ifMatch } from '#web/api/version.ts'
import { UnreadableImport, readClausesOf } from '#web/workers/read-clauses.ts'
import type { Framework } from './model.ts'

export type Read = Awaited<ReturnType<typeof readClausesOf>>

/** The content of a file, and the effect of importing it now. */
export interface Preview {
  readonly read: Read
  readonly would: Schemas['ClauseImport']
}

/** The person's choice: a file, and how to read it. */
export interface Chosen {
  readonly file?: File | undefined
  /** The catalogs and profiles that a profile imports. */
  readonly catalogs?: readonly File[] | undefined
  readonly sheet?: string | undefined
  readonly columns?: Readonly<Partial<Record<ClauseField, number | undefined>>> | undefined
}

/** The results for the chosen file. */
interface Found {
  readonly preview?: Preview
  readonly error?: string
  /** The preview of the server, from the clauses. */
  readonly refusal?: unknown
  /** The structure of a table, even if the chosen columns cannot be read. */
  readonly table?: ClauseTable | undefined
  readonly isProfile?: boolean
}

export const clausesPath = '/api/workspace/frameworks/{frameworkId}/clauses'
const maxFileBytes = 32 * 1024 * 1024

/** Reads the chosen file in a worker and asks the server for the effect of importing it. */
export const useClausePreview = (framework: Framework) => {
  const { t } = useTranslation('frameworks')
  const [chosen, setChosen] = useState<Chosen>({})
  const [found, setFound] = useState<Found>({})
  const [busy, setBusy] = useState(false)
  // An earlier choice is still read to its end, but must not be imported.
  const newest = useRef<Chosen>(chosen)

  const whyNot = (failure: unknown): Pick<Found, 'error' | 'refusal'> => {
    if (failure instanceof UnreadableImport) {
      const why = failure.reason ? t(`import.why.${failure.reason}`, failure.values) : ''
      return { error: t('import.unreadable', { why }) }
    }
    const isSlow = failure instanceof DOMException && failure.name === 'TimeoutError'
    return isSlow ? { error: t('import.tooSlow') } : { refusal: failure }
  }

  const preview = async ({ file, ...how }: Chosen & { file: File }): Promise<Found> => {
    const read = await readClausesOf({ ...how, file, catalogs: how.catalogs ?? [] })
    const body = { clauses: [...read.clauses], dryRun: true, reason: t('import.dryRun', { file: file.name }) }
    const params = { path: { frameworkId: framework.id }, header: ifMatch(framework) }
    const would = await unwrap(client.POST(clausesPath, { params, body }))
    return { preview: { read, would }, table: read.table, isProfile: (how.catalogs ?? []).length > 0 }
  }

  const look = async (now: Chosen) => {
    newest.current = now
    setChosen(now)
    setBusy(false)
    const { file, catalogs = [] } = now
    // Another sheet or column belongs to the same table, so the fields stay.
    const known = file === chosen.file ? { table: found.table, isProfile: found.isProfile === true } : {}
    setFound(known)
    if (!file) return
    if ([file, ...catalogs].some(one => one.size > maxFileBytes))
      return setFound({ ...known, error: t('import.tooLarge') })
    setBusy(true)
    const result = await preview({ ...now, file }).catch((failure: unknown): Found => {
      const { reason, table } = failure instanceof UnreadableImport ? failure : {}
      const isProfile = known.isProfile === true || reason === 'needsCatalog' || catalogs.length > 0
      return { ...known, ...(table && { table }), isProfile, ...whyNot(failure) }
    })
    if (newest.current !== now) return
    setFound(result)
    setBusy(false)
  }
  return { chosen, ...found, busy, look }
}
