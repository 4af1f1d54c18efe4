import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import type { paths } from '#web/api/schema.d.ts'

type Query = NonNullable<paths['/api/workspace/choices']['get']['parameters']['query']>

export type ChoiceKind = Query['kind']

/** A record that can be chosen. */
export type Found = Schemas['Choice']

/** The choices that one field offers. */
export interface Offer {
  readonly kind: ChoiceKind
  /** Only those of this status. */
  readonly status?: NonNullable<Query['status']>
  /** Statuses of records that are not offered. */
  readonly hidden?: readonly string[]
  /** How many are shown, about: 50 when left out. */
  readonly most?: number
  /** Its heading, where several kinds are offered together. */
  readonly group?: string
}

const path = '/api/workspace/choices'
const aMinute = 60_000
const pageSize = 50
const mostNamed = 50

/** A page examines 10,000 records: beyond this many pages, people must type the beginning of the key. */
const maxPages = 10

/** Kinds whose titles are names; their keys distinguish equal names. */
const byName: ReadonlySet<ChoiceKind> = new Set([
  'finding',
  'person',
  'reviewer',
  'assessor',
  'service_account',
  'unit',
])

/** The label of a chosen record. */
export const labelOf = (kind: ChoiceKind, { key, title }: Found): string =>
  byName.has(kind) ? title : `${key} · ${title}`

/** The hint that distinguishes records with the same name. */
export const hintOf = (kind: ChoiceKind, { key }: Found): string | undefined => (byName.has(kind) ? key : undefined)

interface Searched {
  readonly found: readonly Found[]
  /** Whether there are more than these. */
  readonly hasMore: boolean
}

const searching = ({ kind, status, hidden = [], most = pageSize }: Offer, text: string, enabled: boolean) =>
  queryOptions({
    queryKey: [...keyOfList(path), kind, status, hidden, most, text],
    enabled,
    staleTime: aMinute,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Searched> => {
      const found: Found[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const query = { kind, limit: most, ...(status && { status }), ...(text && { search: text }) }
        const params = { query: { ...query, ...(cursor && { cursor }) } }
        const { choices, pagination } = await answered(client.GET(path, { params, signal }))
        found.push(...choices.filter(choice => !hidden.includes(choice.status)))
        cursor = pagination.nextCursor
        if (!cursor || found.length >= most) break
      }
      if (byName.has(kind)) found.sort((a, b) => a.title.localeCompare(b.title))
      return { found, hasMore: cursor !== undefined }
    },
  })

/** For each offer, the records with the text in their keys or titles; for an empty text, the first records. */
export const useFound = (offers: readonly Offer[], text: string, enabled: boolean) => {
  const queries = useQueries({ queries: offers.map(offer => searching(offer, text, enabled)) })
  return {
    found: queries.map(({ data }) => data?.found ?? []),
    hasMore: queries.some(({ data }) => data?.hasMore === true),
    /** Whether these are not yet those of the text. */
    isPending: queries.some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
    isError: queries.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
  }
}

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostNamed) }, (_, i) => ids.slice(i * mostNamed, (i + 1) * mostNamed))

const naming = (kind: ChoiceKind, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...keyOfList(path), kind, 'names', ids],
    staleTime: aMinute,
    queryFn: async ({ signal }) => {
      const params = { query: { kind, ids: ids.join() } }
      const { choices } = await answered(client.GET(path, { params, signal }))
      return choices.map(choice => [choice.id, labelOf(kind, choice)] as const)
    },
  })

/** Whether a text can be an id in a request. */
const isId = (id: string): boolean => /^\w{1,64}$/.test(id)

interface Asked {
  readonly kind: ChoiceKind
  readonly ids: readonly string[]
}

/** The names of records by their ids; the id itself for a record that the reader cannot see. */
export const useNames = (asked: readonly Asked[]): ReadonlyMap<string, string> => {
  const queries = useQueries({
    queries: asked.flatMap(({ kind, ids }) =>
      partsOf([...new Set(ids.filter(isId))].sort()).map(part => naming(kind, part)),
    ),
  })
  const isKnown = queries.every(({ isPending }) => !isPending)
  const themselves = isKnown ? asked.flatMap(({ ids }) => ids.map(id => [id, id] as const)) : []
  return new Map([...themselves, ...queries.flatMap(({ data = [] }) => data)])
}
