import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call, Provided } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Line, Nullable } from '#http/schema.ts'
import { findSearchEntries, findSimilarWords, isSearchIndexCurrent, newestSearchEntries } from './queries.ts'
import { commentWordOf, keyWordOf, spellingsOf, wordRules, wordsIn } from './words.ts'

/** A broad search examines only this many of the newest records of each kind. */
const newestPerKind = 1000
/** A search is broad if this number of them matches, or if the second number of records matches in all. */
const broadAmongNewest = 100
const broadInAll = 2000
/**
 * For people of units all matches are examined, up to this number, because whether a search is broad would tell them
 * about records of other units.
 */
const broadForUnits = 20_000
/** Shorter words match only whole words: too many words begin with them. */
const minBeginning = 3
export const maxSimilarWords = 400
const maxKeyMatches = 50
/** The number of records whose titles are read at once: first, and if the caller may not see enough of them. */
const firstTitles = 200
const furtherTitles = 2000

const FoundRecord = Type.Object(
  { id: Type.String(), title: Type.String(), key: Nullable(Type.String()) },
  { title: 'FoundRecord' },
)

type FoundRecord = Static<typeof FoundRecord>

/** Matches a word of the index that begins with the typed word, or one of the similar words. */
export const condition = (word: string, similarWords: readonly string[] = [], inComments = false): string => {
  const orLonger = word.length >= minBeginning ? ':*' : ''
  const commented = inComments ? [`'#${commentWordOf(word)}'${orLonger}`] : []
  return `(${[`#${word}${orLonger}`, ...commented, ...similarWords.map(similar => `#${similar}`)].join(' | ')})`
}

/** Leaves out a last word that is still being typed: it would match only a whole word. */
export const finishedWords = (text: string, words: readonly string[]): readonly string[] => {
  const isUnfinished = (words.at(-1)?.length ?? 0) < minBeginning && /\p{L}$/u.test(text)
  return isUnfinished && words.some(word => word.length >= minBeginning) ? words.slice(0, -1) : words
}

const kindOf = (id: string): string => id.slice(0, id.indexOf('_'))

/** Newest first: the part of an id after its prefix begins with the time. */
const byAge = (a: string, b: string): number => {
  const [timeA, timeB] = [a.slice(a.indexOf('_')), b.slice(b.indexOf('_'))]
  return timeA < timeB ? 1 : -1
}

type SearchCall = Call & Provided<'searchStatements'>

interface Matches {
  /** Newest first. */
  readonly ids: readonly string[]
  readonly isComplete: boolean
}

const respond = (rows: readonly { readonly id: string }[], isComplete: boolean): Matches => ({
  ids: rows.map(({ id }) => id).sort(byAge),
  isComplete,
})

const findIds = async ({ read, actor, searchStatements }: SearchCall, query: string): Promise<Matches> => {
  const kinds = searchStatements.kindsFor(actor)
  if (actor.units) {
    const matches = await read(findSearchEntries, { query, kinds, limit: broadForUnits + 1 })
    return respond(matches, matches.length <= broadForUnits)
  }
  const newest = await read(newestSearchEntries, { query, kinds, walked: newestPerKind, limit: broadAmongNewest })
  if (newest.length >= broadAmongNewest) return respond(newest, false)
  const matches = await read(findSearchEntries, { query, kinds, limit: broadInAll + 1 })
  return matches.length > broadInAll ? respond(newest, false) : respond(matches, true)
}

/** Reads the records that the caller may see, the first `limit` of each kind. */
const readVisible = async (
  { read, searchStatements }: SearchCall,
  ids: readonly string[],
  limit: number,
): Promise<FoundRecord[]> => {
  const records: FoundRecord[] = []
  const counts = new Map<string, number>()
  const isOpen = (id: string): boolean => (counts.get(kindOf(id)) ?? 0) < limit
  for (let start = 0, size = firstTitles; start < ids.length; start += size, size = furtherTitles) {
    const open = ids.slice(start, start + size).filter(isOpen)
    if (open.length === 0) continue
    const found = new Map((await read(searchStatements.readFound, { ids: open })).map(row => [row.id, row.found]))
    for (const id of open) {
      const record = found.get(id)
      if (!record || !isOpen(id)) continue
      counts.set(kindOf(id), (counts.get(kindOf(id)) ?? 0) + 1)
      records.push({ id, ...record })
    }
  }
  return records
}

/** The query with the similar words of the index; undefined if it has none. */
const similarQuery = async ({ read }: Call, words: readonly string[]): Promise<string | undefined> => {
  const spellings = [...new Set(words.flatMap(spellingsOf))]
  if (spellings.length === 0) return undefined
  const rows = await read(findSimilarWords, { spellings, limit: maxSimilarWords })
  if (rows.length === 0) return undefined
  const similarTo = (word: string): string[] => {
    const ownSpellings = new Set(spellingsOf(word))
    return [...new Set(rows.filter(({ spelling }) => ownSpellings.has(spelling)).map(row => row.word))]
  }
  return words.map(word => condition(word, similarTo(word), true)).join(' & ')
}

export const searchRecords = readEndpoint({
  name: 'searchRecords',
  summary:
    'Find governance records, packages, people, units, service accounts and webhooks by words of their title, key, source or file names, also by the first three or more letters of a word. Without a match, similar words count',
  tag: 'Workspace',
  workspace: { path: '/search', roles: [...roles] },
  query: Type.Object({
    text: {
      ...Line(200),
      description:
        'The words to find; every one must match. A last word of one or two letters counts once a space follows it.',
    },
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
  needs: ['searchStatements'],
  async run(call, { query: { text, limit = 5 } }) {
    const words = finishedWords(text, wordsIn(text))
    const kinds = call.searchStatements.kindsFor(call.actor)
    if (words.length === 0) return { records: [], similar: false, complete: true, current: true }
    const [keyed, [index]] = await Promise.all([
      call.read(findSearchEntries, { query: `'#${keyWordOf(text)}'`, kinds, limit: maxKeyMatches }),
      call.read(isSearchIndexCurrent, { rules: wordRules }),
    ])
    const find = async (query: string) => {
      const { ids, isComplete } = await findIds(call, query)
      const records = await readVisible(call, [...new Set([...keyed.map(({ id }) => id), ...ids])], limit)
      return { records, complete: isComplete }
    }
    const exact = await find(words.map(word => condition(word, [], true)).join(' & '))
    const query = exact.records.length === 0 ? await similarQuery(call, words) : undefined
    const { records, complete } = query === undefined ? exact : await find(query)
    return {
      records,
      similar: query !== undefined && records.length > 0,
      complete,
      current: index?.current === true,
    }
  },
})
