import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping, ReadMapping } from '#client/import/mapping.ts'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import { ifMatch } from '#web/api/version.ts'
import { UnreadableImport } from '#web/workers/read-clauses.ts'
import { readMappingOf } from '#web/workers/read-mapping.ts'
import type { Framework } from './model.ts'

/** The person's choice: the files, one of the mappings in them, and its source framework. */
export interface ChosenMapping {
  readonly file?: File | undefined
  readonly libraries?: readonly File[] | undefined
  readonly index?: number
  readonly sourceFrameworkId?: string
}

interface Found {
  readonly read?: ReadMapping
  readonly mapping?: Mapping
  readonly would?: Schemas['MappingImport']
  readonly error?: string
  readonly refusal?: unknown
}

export const mappingPath = '/api/workspace/frameworks/{frameworkId}/mapping'
const maxFileBytes = 32 * 1024 * 1024

/** Reads the chosen file in a worker and asks the server which links it would add. */
export const useMappingPreview = (framework: Framework) => {
  const { t } = useTranslation('frameworks')
  const [chosen, setChosen] = useState<ChosenMapping>({})
  const [found, setFound] = useState<Found>({})
  const [busy, setBusy] = useState(false)
  const newest = useRef<ChosenMapping>(chosen)

  const whyNot = (failure: unknown): Found => {
    if (failure instanceof UnreadableImport) {
      const why = failure.reason ? t(`import.why.${failure.reason}`, failure.values) : ''
      return { error: t('import.unreadable', { why }) }
    }
    const isSlow = failure instanceof DOMException && failure.name === 'TimeoutError'
    return isSlow ? { error: t('import.tooSlow') } : { refusal: failure }
  }

  const ask = async (now: ChosenMapping & { file: File }): Promise<Found> => {
    const { file, libraries = [], index = 0, sourceFrameworkId } = now
    const read = await readMappingOf({ file, libraries })
    const mapping = read.mappings[index] ?? read.mappings[0]
    if (!mapping || !sourceFrameworkId) return { read, ...(mapping && { mapping }) }
    const reason = t('mapping.dryRun', { file: file.name })
    const body = { sourceFrameworkId, relations: [...mapping.relations], dryRun: true, reason }
    const params = { path: { frameworkId: framework.id }, header: ifMatch(framework) }
    try {
      return { read, mapping, would: await unwrap(client.POST(mappingPath, { params, body })) }
    } catch (failure) {
      return { read, mapping, ...whyNot(failure) }
    }
  }

  const look = async (now: ChosenMapping) => {
    newest.current = now
    setChosen(now)
    setBusy(false)
    const { file, libraries = [] } = now
    setFound(file === chosen.file && found.read ? { read: found.read } : {})
    if (!file) return
    if ([file, ...libraries].some(one => one.size > maxFileBytes)) return setFound({ error: t('import.tooLarge') })
    setBusy(true)
    const result = await ask({ ...now, file }).catch(whyNot)
    if (newest.current !== now) return
    setFound(result)
    setBusy(false)
  }
  return { chosen, ...found, busy, look }
}
