import { Type } from 'typebox'
import { sentence } from '#lib/sentence.ts'
import type { Call } from './call.ts'
import type { Walk } from './cursor.ts'
import { Refusal } from './errors.ts'
import { Rendered } from './rendered.ts'

/** A row of a page; `id` is its position in the list. */
export interface Row {
  id: string
  record: string
}

/** The position after which a page starts, and the number of rows to read. */
export interface PagePosition {
  readonly position: string
  readonly limit: number
}

/** SQL for both orders of ids: an index can be read from either end. */
export const directions = {
  newest: { past: '<', within: '>=', by: 'desc', start: '~', end: '' },
  oldest: { past: '>', within: '<', by: 'asc', start: '', end: '~' },
} as const

/** The order by creation time. */
export type Order = keyof typeof directions

const defaultLimit = 50
const maxLimit = 200

/** Reads the position of a cursor; undefined for the first page. Throws a 400 for a cursor of another list. */
export const pagePosition = (call: Call, walk: Walk, cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined
  const position = call.cursors.decode(cursor, walk)
  if (position === undefined)
    throw new Refusal(
      'invalid_cursor',
      sentence`request.cursor: The cursor is expired, altered, or belongs to other filters; start again without it.`,
    )
  return position
}

/** Query parameters of every list (interface section 4.1). */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 512, description: 'nextCursor of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: defaultLimit,
      description: `Page size; above ${maxLimit} it is clamped.`,
    }),
  ),
}

/** The query of every list. */
export interface PageQuery {
  readonly cursor?: string
  readonly limit?: number
}

/** The number of records of a page. */
export const pageLimit = ({ limit = defaultLimit }: PageQuery): number => Math.min(limit, maxLimit)

/**
 * Renders a page: `{"claims":[…],"pagination":{"nextCursor":"…"}}`. The next page continues after `last`; `extra` has
 * further fields of `pagination`.
 */
export const renderPage = (
  call: Call,
  walk: Walk & { readonly plural: string },
  records: readonly string[],
  last: string | undefined,
  extra: object = {},
): Rendered => {
  const next = last === undefined ? {} : { nextCursor: call.cursors.encode({ ...walk, position: last }) }
  const pagination = JSON.stringify({ ...next, ...extra })
  return new Rendered(`{"${walk.plural}":[${records.join(',')}],"pagination":${pagination}}`)
}

interface PageSource<PageRow extends Row> {
  /** The operation's name, to which the cursor is bound. */
  readonly endpoint: string
  /** The name of the array in the response, such as `claims`. */
  readonly plural: string
  readonly read: (at: PagePosition) => Promise<PageRow[]>
  /** Further values that the cursor is bound to. */
  readonly filters: Walk['filters']
  readonly query: PageQuery
  /** The order of the rows; newest first by default. */
  readonly order?: Order | undefined
  /** Renders the public record as JSON, if it differs from the stored one. */
  readonly render?: (row: PageRow) => string
  /** Further fields of `pagination`. */
  readonly extra?: object
}

/** Reads and renders one page of a list, with the cursor of the next. */
export const respondWithPage = async <PageRow extends Row>(
  call: Call,
  source: PageSource<PageRow>,
): Promise<Rendered> => {
  const {
    endpoint,
    plural,
    read,
    filters,
    query,
    order = 'newest',
    render = ({ record }: PageRow) => record,
    extra,
  } = source
  const walk = { endpoint, plural, organization: call.organizationId, filters }
  const limit = pageLimit(query)
  const position = pagePosition(call, walk, query.cursor) ?? directions[order].start
  const rows = await read({ position, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return renderPage(call, walk, page.map(render), rows.length > limit ? page.at(-1)?.id : undefined, extra)
}
