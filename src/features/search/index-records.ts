import type { Transaction } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { minute, second } from '#lib/clock.ts'
import {
  clearSearchEntries,
  findNewestTree,
  listSealedResources,
  lockSearchProgress,
  organizationsToIndex,
  startSearchIndex,
  updateSearchProgress,
  writeSearchEntries,
} from './queries.ts'
import { commentWordOf, keyWordOf, wordRules, wordsIn } from './words.ts'

type Indexing = Services & Provided<'searchStatements' | 'findTitles'>

/** The number of records or rows that one transaction takes. */
const stepSize = 100
/** The number of records that one statement writes. */
const recordsPerWrite = 50
/** The number of records that one step removes from an index of earlier rules. */
const entriesPerClearing = 2000
/** The number of steps for one workspace before the others have their turn. */
const stepsPerTurn = 20
/** After this time the run ends, and the next one continues at once. */
const maxRunTime = 2 * minute

const findOrganizations = ({ db }: Services) => db.readInstall(organizationsToIndex, { rules: wordRules })

/** The parts of a resource of the trail that are ids: a link is named by both of its records. */
const idsOf = (resource: string | null): string[] => resource?.split('/').filter(part => part.includes('_')) ?? []

interface RecordTexts {
  readonly key: string | null
  readonly others: string
  readonly comments: string | null
}

const indexedWords = ({ key, others, comments }: RecordTexts): string[] => {
  const own = key === null ? wordsIn(others) : [...new Set([keyWordOf(key), ...wordsIn(`${key} ${others}`)])]
  return [...own, ...wordsIn(comments ?? '').map(commentWordOf)]
}

const writeEntries = async (
  { searchStatements, findTitles }: Indexing,
  tx: Transaction,
  changedIds: readonly string[],
): Promise<void> => {
  const named = await findTitles((statement, values) => tx.query(statement, values), changedIds)
  const pages = new Set(changedIds.flatMap(id => [id, named.get(id)?.id ?? id]))
  const ids = [...pages].filter(id => searchStatements.kinds.includes(id.slice(0, id.indexOf('_'))))
  for (let start = 0; start < ids.length; start += recordsPerWrite) {
    const found = await tx.query(searchStatements.readTexts, { ids: ids.slice(start, start + recordsPerWrite) })
    await tx.query(writeSearchEntries, {
      ids: found.map(({ id }) => id),
      texts: found.map(({ texts }) => (texts ? indexedWords(texts).join(' ') : '')),
    })
  }
}

/** The result of one step: how many records or rows it took, and whether work is left. */
interface Step {
  readonly processed: number
  readonly more: boolean
}

/** Starts, builds or continues the index of one workspace. */
const indexStep = (services: Indexing, organizationId: string): Promise<Step> =>
  services.db.transaction(organizationId, async tx => {
    const [tree] = await tx.query(findNewestTree, {})
    const { generation: newest, size: end } = tree ?? { generation: 1, size: 0 }
    const [progress] = await tx.query(lockSearchProgress, {})
    if (progress && progress.rules > wordRules) return { processed: 0, more: false }
    if (progress?.rules !== wordRules) {
      const [cleared] = await tx.query(clearSearchEntries, { limit: entriesPerClearing })
      if (cleared?.found) return { processed: 0, more: true }
      // Changes made while the index is built are in rows after this size.
      await tx.query(startSearchIndex, { rules: wordRules, generation: newest, size: end })
      return { processed: 0, more: true }
    }
    const { generation, size, walked } = progress
    if (walked !== null) {
      const ids = (await tx.query(services.searchStatements.walk, { position: walked, limit: stepSize })).map(
        ({ id }) => id,
      )
      await writeEntries(services, tx, ids)
      const last = ids.length < stepSize ? null : (ids.at(-1) ?? null)
      await tx.query(updateSearchProgress, { generation, size, walked: last })
      return { processed: ids.length, more: true }
    }
    const rows = await tx.query(listSealedResources, { generation, from: size, limit: stepSize })
    await writeEntries(services, tx, [...new Set(rows.flatMap(({ resource }) => idsOf(resource)))])
    const last = rows.at(-1)
    const isNext = !last && newest > generation
    const reached = isNext ? { generation: generation + 1, size: 0 } : { generation, size: last ? last.leaf + 1 : end }
    await tx.query(updateSearchProgress, { ...reached, walked: null })
    return { processed: rows.length, more: isNext || rows.length === stepSize }
  })

/** Follows the sealed rows of the trail and indexes the records that they are about. */
export const indexRecords = job<Indexing>({
  name: 'index-records',
  description: 'Adds the words of new and changed records to the search index.',
  schedule: '25 */5 * * * *',
  check: { every: 5 * second, find: findOrganizations },
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal, slice, isRequested = false } = running
    const pending = new Set(among(running, await findOrganizations(services)).map(({ id }) => id))
    const errors: unknown[] = []
    let processed = 0
    const takeTurn = async (organizationId: string): Promise<void> => {
      for (let steps = 0; steps < stepsPerTurn && !signal.aborted; steps++) {
        const step = await slice(() => indexStep(services, organizationId))
        processed += step.processed
        if (step.more) continue
        pending.delete(organizationId)
        return
      }
    }
    const end = services.clock.now() + maxRunTime
    while (pending.size > 0 && !signal.aborted && (isRequested || services.clock.now() < end))
      for (const organizationId of pending)
        await takeTurn(organizationId).catch(error => {
          errors.push(error)
          pending.delete(organizationId)
        })
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return { processed, more: pending.size > 0 }
  },
})
