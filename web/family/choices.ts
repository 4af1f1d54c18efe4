import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import type { paths } from '#web/api/schema.d.ts'

type Query = NonNullable<paths['/api/workspace/choices']['get']['parameters']['query']>

export type ChoiceKind = Query['kind']

/** A record that can be chosen. */
export type RecordChoice = Schemas['Choice']

/** A kind of record that a field offers as choices. */
export interface Offer {
  readonly kind: ChoiceKind
  /** Offers only records with this status. */
  readonly status?: NonNullable<Query['status']>
  /** Statuses of records that are not offered. */
  readonly hidden?: readonly string[]
  /** Roughly how many records to show; 50 by default. */
  readonly limit?: number
  /** The heading of the kind, if a field offers several. */
  readonly group?: string
}

const path = '/api/workspace/choices'
const minuteMs = 60_000
const pageSize = 50
const maxIdsPerRequest = 50

/** The server examines 10,000 records per page. Beyond this many pages, people must type the beginning of the key. */
const maxPages = 10

/** Kinds that are known by their title. The key is only a hint to distinguish equal titles. */
const kindsKnownByTitle: ReadonlySet<ChoiceKind> = new Set([
  'finding',
  'person',
  'reviewer',
  'assessor',
  'service_account',
  'unit',
])

/** The label of a chosen record. */
export const labelOf = (kind: ChoiceKind, { key, title }: RecordChoice): string =>
  kindsKnownByTitle.has(kind) ? title : `${key} · ${title}`

/** The hint that distinguishes records with the same name. */
export const hintOf = (kind: ChoiceKind, { key }: RecordChoice): string | undefined =>
  kindsKnownByTitle.has(kind) ? key : undefined

interface SearchResult {
  readonly choices: readonly RecordChoice[]
  /** Whether more records match. */
  readonly hasMore: boolean
}

const searchQuery = ({ kind, status, hidden = [], limit = pageSize }: Offer, text: string, enabled: boolean) =>
  queryOptions({
    queryKey: [...keyOfList(path), kind, status, hidden, limit, text],
    enabled,
    staleTime: minuteMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SearchResult> => {
      const matches: RecordChoice[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const query = { kind, limit, ...(status && { status }), ...(text && { search: text }) }
        const params = { query: { ...query, ...(cursor && { cursor }) } }
        const { choices, pagination } = await unwrap(client.GET(path, { params, signal }))
        matches.push(...choices.filter(choice => !hidden.includes(choice.status)))
        cursor = pagination.nextCursor
        if (!cursor || matches.length >= limit) break
      }
      if (kindsKnownByTitle.has(kind)) matches.sort((a, b) => a.title.localeCompare(b.title))
      return { choices: matches, hasMore: cursor !== undefined }
    },
  })

/**
 * Finds, for each offer, the records whose keys or titles contain the text. An empty text matches the first records.
 */
export const useRecordChoices = (offers: readonly Offer[], text: string, enabled: boolean) => {
  const queries = useQueries({ queries: offers.map(offer => searchQuery(offer, text, enabled)) })
  return {
    choices: queries.map(({ data }) => data?.choices ?? []),
    hasMore: queries.some(({ data }) => data?.hasMore === true),
    /** Whether the choices still belong to an earlier text. */
    isPending: queries.some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
    isError: queries.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
  }
}

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxIdsPerRequest) }, (_, i) =>
    ids.slice(i * maxIdsPerRequest, (i + 1) * maxIdsPerRequest),
  )

const namesQuery = (kind: ChoiceKind, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...keyOfList(path), kind, 'names', ids],
    staleTime: minuteMs,
    queryFn: async ({ signal }) => {
      const params = { query: { kind, ids: ids.join() } }
      const { choices } = await unwrap(client.GET(path, { params, signal }))
      return choices.map(choice => [choice.id, labelOf(kind, choice)] as const)
    },
  })

/** Whether a string can be an id in a request. */
const isId = (id: string): boolean => /^\w{1,64}$/.test(id)

interface NamesRequest {
  readonly kind: ChoiceKind
  readonly ids: readonly string[]
}

/** The names of records by id. A record that the user cannot see has its id as the name. */
export const useNames = (requests: readonly NamesRequest[]): ReadonlyMap<string, string> => {
  const queries = useQueries({
    queries: requests.flatMap(({ kind, ids }) =>
      batchesOf([...new Set(ids.filter(isId))].sort()).map(batch => namesQuery(kind, batch)),
    ),
  })
  const isLoaded = queries.every(({ isPending }) => !isPending)
  const idsAsNames = isLoaded ? requests.flatMap(({ ids }) => ids.map(id => [id, id] as const)) : []
  return new Map([...idsAsNames, ...queries.flatMap(({ data = [] }) => data)])
}
