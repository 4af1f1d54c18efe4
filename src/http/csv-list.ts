import { Readable } from 'node:stream'
import { type TProperties, type TSchema, Type } from 'typebox'
import { iso, minute } from '#lib/clock.ts'
import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { Call } from './call.ts'
import { columnsOf, headOf, rowOf } from './csv-cells.ts'
import type { Endpoint } from './endpoint.ts'
import type { Surface } from './identify.ts'
import { createFileInSlot } from './limit-file-creation.ts'
import { render } from './render.ts'
import { Streamed } from './rendered.ts'
import { sampleMark } from './sample.ts'
import { ListPagination, Pagination } from './schema.ts'

/** The media type of a table (RFC 4180). */
export const csvMedia = 'text/csv; charset=utf-8'

/** The limits on records in a file and on pages read for it: a search can return pages with few records. */
export const maxCsvRows = 50_000
const maxPages = 1000
const pageSize = 200

/** The time limit for a file: a slow reader may have lost access in the meantime. */
const maxDuration = 5 * minute

interface ListShape {
  /** The name of the array in the response. */
  readonly plural: string
  readonly record: TSchema
}

/** The array that an endpoint returns page by page, if the endpoint is a list for people. */
export const listShapeOf = ({ kind, workspace, response }: Endpoint, surface: Surface): ListShape | undefined => {
  if (kind !== 'reading' || !workspace || surface !== 'workspace' || !('properties' in response)) return undefined
  const fields = Object.entries<TSchema>(Object(response.properties))
  if (!fields.some(([name, schema]) => name === 'pagination' && schema === Pagination)) return undefined
  const [plural, array] = fields.find(([, schema]) => 'items' in schema) ?? []
  return plural && array ? { plural, record: Object(array).items } : undefined
}

/** Whether a list can be sorted, searched and counted. */
const isSortable = ({ query }: Endpoint): boolean => query !== undefined && 'sort' in query.properties

/** The query parameters that a list accepts only from people. */
export const peopleQueryOf = (endpoint: Endpoint): TProperties => ({
  ...csvQuery,
  ...endpoint.peopleQuery,
  ...(isSortable(endpoint) && { total: totalQuery }),
})

const totalQuery = Type.Optional(
  Type.Enum(['true', 'false'], {
    description: `Whether the response has the number of records of the whole list, up to ${10_000}.`,
  }),
)

/** The response of a list on a surface. On the workspace surface, it includes the total and the state of a search. */
export const responseAt = (endpoint: Endpoint, surface: Surface): TSchema => {
  const { response } = endpoint
  if (!listShapeOf(endpoint, surface) || !isSortable(endpoint)) return response
  return Type.Object({ ...Object(response).properties, pagination: ListPagination })
}

const csvQuery = {
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description:
        `csv: the list from the cursor on as one table, regardless of the page limit, RFC 4180 in UTF-8 with a byte order mark, at most ${maxCsvRows} ` +
        `records and within ${maxDuration / minute} minutes; if more follow, its last line says so. Cells that a spreadsheet would interpret as formulas begin with an apostrophe.`,
    }),
  ),
}

interface Page {
  readonly records: readonly unknown[]
  readonly next: string | undefined
}

interface ListInput {
  readonly params: unknown
  readonly query: { readonly cursor?: unknown }
}

const readPage = async (
  call: Call,
  endpoint: Endpoint,
  plural: string,
  { params, query }: ListInput,
  cursor: unknown,
): Promise<Page> => {
  const pageQuery = { ...query, total: undefined, limit: pageSize, ...(cursor !== undefined && { cursor }) }
  const response = JSON.parse(render(endpoint, await endpoint.run(call, { params, query: pageQuery })))
  return { records: response[plural], next: response.pagination.nextCursor }
}

const continuationLine = (cursor: string): string =>
  lineOf([
    `The list continues. A file has at most ${maxCsvRows} records and takes at most ${maxDuration / minute} minutes; the next begins at cursor=${cursor}`,
  ])

/** Yields the table page by page; reads the next page once the previous one has been sent. */
const writeTable = async function* (
  { clock, now, actor }: Call,
  first: Page,
  pageAfter: (cursor: string) => Promise<Page>,
  { record }: ListShape,
) {
  const columns = columnsOf(record)
  let page = first
  let rows = 0
  yield byteOrderMark + headOf(columns)
  for (let pages = 1; ; pages++) {
    yield page.records.map(row => rowOf(columns, row)).join('')
    rows += page.records.length
    if (page.next === undefined) {
      if (actor.sample) yield lineOf([sampleMark])
      return
    }
    if (rows + pageSize > maxCsvRows || pages >= maxPages || clock.now() - now >= maxDuration) {
      yield continuationLine(page.next)
      if (actor.sample) yield lineOf([sampleMark])
      return
    }
    page = await pageAfter(page.next)
  }
}

/** `evidenceClaims` → `probata-evidence-claims-2026-01-31.csv`: only letters, digits and hyphens. */
const fileName = (plural: string, now: number): string =>
  `probata-${plural.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}-${iso(now).slice(0, 10)}.csv`

/**
 * Returns a list as a table. It reads pages of the same endpoint with the same filters, so it shows each caller the
 * same records as the JSON. Refusals come before the first byte; a later error aborts the response.
 */
export const csvOf = async (call: Call, endpoint: Endpoint, list: ListShape, input: ListInput): Promise<Streamed> => {
  const pageAt = (cursor: unknown) => readPage(call, endpoint, list.plural, input, cursor)
  return createFileInSlot(call.actor.id, async () => {
    const first = await pageAt(input.query.cursor)
    const body = Readable.from(writeTable(call, first, pageAt, list), { objectMode: true, highWaterMark: 1 })
    const headers = {
      'content-type': csvMedia,
      'content-disposition': `attachment; filename="${fileName(list.plural, call.now)}"`,
      'cache-control': 'no-store',
    }
    return new Streamed(undefined, body, { headers })
  })
}
