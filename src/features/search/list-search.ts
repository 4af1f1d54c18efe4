import type { ListSearch } from '#family/list-search.ts'
import type { Call } from '#http/call.ts'
import {
  amongSearchEntries,
  findSearchEntries,
  findSimilarWords,
  isSearchIndexCurrent,
  peopleOfWords,
} from './queries.ts'
import { condition, finishedWords, maxSimilarWords } from './search-records.ts'
import { spellingsOf, wordRules, wordsIn } from './words.ts'

/** Words that match more people than this are not compared with people. */
const maxPeople = 50

/** The word of the index for a person: the records that name them in a column have it. */
const personWordOf = (id: string): string => id.slice(id.indexOf('_') + 1).toLowerCase()

/** One word of a search, and the words of the index that are similar. */
interface SoughtWord {
  readonly word: string
  readonly similar: readonly string[]
}

/** The query for records that have each word, or a person with it. */
const queryFor = async ({ read, actor }: Call, sought: readonly SoughtWord[]): Promise<string> => {
  const queries = sought.map(({ word, similar }) => condition(word, similar))
  const people = await read(peopleOfWords, { queries, limit: maxPeople + 1 })
  const named = (index: number): string[] => {
    const ids = people.flatMap(({ word, id }) => (word === index + 1 ? [id] : []))
    return ids.length > maxPeople ? [] : ids.map(personWordOf)
  }
  const isPerson = actor.role !== undefined
  return sought.map(({ word, similar }, index) => condition(word, [...similar, ...named(index)], isPerson)).join(' & ')
}

const wordsOf = (text: string): readonly string[] => finishedWords(text, wordsIn(text))

const similarWords = async ({ read }: Call, words: readonly string[]): Promise<readonly SoughtWord[]> => {
  const spellings = [...new Set(words.flatMap(spellingsOf))]
  const rows = spellings.length === 0 ? [] : await read(findSimilarWords, { spellings, limit: maxSimilarWords })
  if (rows.length === 0) return []
  return words.map(word => {
    const own = new Set(spellingsOf(word))
    return { word, similar: [...new Set(rows.filter(({ spelling }) => own.has(spelling)).map(row => row.word))] }
  })
}

/** Searches lists by the same words as the search of the workspace, and by the names of people. */
export const listSearch: ListSearch = {
  async queryOf(call, text) {
    const words = wordsOf(text)
    return words.length === 0
      ? undefined
      : queryFor(
          call,
          words.map(word => ({ word, similar: [] })),
        )
  },
  async similarQueryOf(call, text) {
    const sought = await similarWords(call, wordsOf(text))
    return sought.length === 0 ? undefined : queryFor(call, sought)
  },
  async isCurrent({ read }) {
    const [index] = await read(isSearchIndexCurrent, { rules: wordRules })
    return index?.current === true
  },
  find: findSearchEntries,
  among: amongSearchEntries,
}
