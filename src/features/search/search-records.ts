import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call, Provided } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Line, Nullable } from '#http/schema.ts'
import { findSearchEntries, findSimilarWords, newestSearchEntries, readSearchProgress } from './queries.ts'
import { spellingsOf, wordsIn } from './words.ts'

/** A broad search examines only this many of the newest records of each kind. */
const newestPerKind = 1000
/** A search is broad if that many of them match, or if so many records match in all. */
const broadAmongNewest = 100
const broadInAll = 2000
/** Shorter words match only whole words: too many words begin with them. */
const minBeginning = 3
const maxSimilarWords = 20
const maxSearchedWords = 10
/** The number of records whose titles are read at once. */
const maxTitles = 200

const FoundRecord = Type.Object(
  { id: Type.String(), title: Type.String(), key: Nullable(Type.String()) },
  { title: 'FoundRecord' },
)

interface FoundRecord {
  readonly id: string
  readonly title: string
  readonly key: string | null
}

/** A word of the index: one that begins with the typed word, or one of the similar words. */
const condition = (word: string, similarWords: readonly string[] = []): string => {
  const beginning = word.length >= minBeginning ? `#${word}:*` : `#${word}`
  return `(${[beginning, ...similarWords.map(similar => `#${similar}`)].join(' | ')})`
}

const kindOf = (id: string): string => id.slice(0, id.indexOf('_'))

/** Newest first: the part of an id after its prefix begins with the time. */
const byAge = (a: string, b: string): number => {
  const [timeA, timeB] = [a.slice(a.indexOf('_')), b.slice(b.indexOf('_'))]
  return timeA < timeB ? 1 : -1
}

/** Finds the ids of matching records, newest first, and whether these are all. */
const findIds = async ({ read, searched: { kinds } }: Call & Provided<'searched'>, query: string) => {
  const respond = (rows: readonly { readonly id: string }[], isComplete: boolean) => ({
    ids: rows.map(({ id }) => id).sort(byAge),
    isComplete,
  })
  const newest = await read(newestSearchEntries, { query, kinds, walked: newestPerKind, limit: broadAmongNewest })
  if (newest.length >= broadAmongNewest) return respond(newest, false)
  const matches = await read(findSearchEntries, { query, kinds, limit: broadInAll + 1 })
  return matches.length > broadInAll ? respond(newest, false) : respond(matches, true)
}

/** Reads the records that the caller may see, up to `limit` of each kind. */
const readVisible = async (
  { read, searched }: Call & Provided<'searched'>,
  ids: readonly string[],
  limit: number,
): Promise<FoundRecord[]> => {
  const records: FoundRecord[] = []
  const counts = new Map<string, number>()
  for (let start = 0; start < ids.length; start += maxTitles) {
    const open = ids.slice(start, start + maxTitles).filter(id => (counts.get(kindOf(id)) ?? 0) < limit)
    if (open.length === 0) continue
    for (const { id, found } of await read(searched.readFound, { ids: open })) {
      const count = counts.get(kindOf(id)) ?? 0
      if (!found || count >= limit) continue
      counts.set(kindOf(id), count + 1)
      records.push({ id, ...found })
    }
  }
  return records
}

const similarQuery = async ({ read }: Call, words: readonly string[]): Promise<string | undefined> => {
  const similar = await Promise.all(
    words.map(async word => {
      const spellings = spellingsOf(word)
      if (spellings.length === 0) return []
      return (await read(findSimilarWords, { spellings, limit: maxSimilarWords })).map(row => row.word)
    }),
  )
  return similar.some(list => list.length > 0)
    ? words.map((word, i) => condition(word, similar[i])).join(' & ')
    : undefined
}

const isIndexCurrent = async ({ read }: Call): Promise<boolean> => {
  const [progress] = await read(readSearchProgress, {})
  if (!progress) return true
  const { building, generation, size, tree_generation, tree_size } = progress
  return !building && generation === tree_generation && size === tree_size
}

export const searchRecords = readEndpoint({
  name: 'searchRecords',
  summary:
    'Find records of all kinds by words of their title, key, source or file names, also by the first three or more letters of a word. Without a match, similar words count',
  tag: 'Workspace',
  workspace: { path: '/search', roles: [...roles] },
  query: Type.Object({
    text: { ...Line(200), description: 'The words to find; every one must match.' },
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'The maximum number of records of each kind.' }),
    ),
  }),
  response: Type.Object(
    {
      records: Type.Array(FoundRecord, { description: 'Those whose key is the text come first, then newest first.' }),
      similar: Type.Boolean({ description: 'Whether nothing matched, so that the records have similar words.' }),
      complete: Type.Boolean({
        description: 'Whether all records were examined. A broad search examines only the newest of each kind.',
      }),
      current: Type.Boolean({
        description: 'Whether the index has all sealed changes. New records are found a few seconds later.',
      }),
    },
    { title: 'SearchResult' },
  ),
  needs: ['searched'],
  async run(call, { query: { text, limit = 5 } }) {
    const words = wordsIn(text).slice(0, maxSearchedWords)
    const isCurrent = isIndexCurrent(call)
    const find = async (query: string) => {
      const { ids, isComplete } = await findIds(call, query)
      return { records: await readVisible(call, ids, limit), complete: isComplete }
    }
    const nothing = { records: [], complete: true }
    const exact = words.length === 0 ? nothing : await find(words.map(word => condition(word)).join(' & '))
    const query = exact.records.length === 0 ? await similarQuery(call, words) : undefined
    const { records, complete } = query === undefined ? exact : await find(query)
    const isKeyed = ({ key }: FoundRecord) => key?.toLowerCase() === text.trim().toLowerCase()
    return {
      records: [...records.filter(isKeyed), ...records.filter(record => !isKeyed(record))],
      similar: query !== undefined && records.length > 0,
      complete,
      current: await isCurrent,
    }
  },
})
