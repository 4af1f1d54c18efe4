import { Readable } from 'node:stream'
import { type TSchema, Type } from 'typebox'
import { iso, minute } from '#lib/clock.ts'
import { byteOrderMark, lineOf } from '#lib/csv.ts'
import { Streamed } from './answer.ts'
import type { Call } from './call.ts'
import { columnsOf, headOf, rowOf } from './csv-cells.ts'
import type { Endpoint } from './endpoint.ts'
import type { Surface } from './identify.ts'
import { madeFile } from './made-file.ts'
import { render } from './render.ts'
import { Pagination } from './schema.ts'

/** The media type of a table (RFC 4180). */
export const csvMedia = 'text/csv; charset=utf-8'

/** The limit of records in one file, and of pages read for it: a page of a search may have few records. */
export const maxCsvRows = 50_000
const mostPages = 1000
const pageSize = 200

/** The time limit of a file: a slow reader may have lost access in the meantime. */
const longest = 5 * minute

interface Listed {
  /** The array in the answer. */
  readonly plural: string
  readonly record: TSchema
}

/** The array that an endpoint lists page by page, if it is a list for people. */
export const listedOf = ({ kind, workspace, response }: Endpoint, surface: Surface): Listed | undefined => {
  if (kind !== 'reading' || !workspace || surface !== 'workspace' || !('properties' in response)) return undefined
  const fields = Object.entries<TSchema>(Object(response.properties))
  if (!fields.some(([name, schema]) => name === 'pagination' && schema === Pagination)) return undefined
  const [plural, array] = fields.find(([, schema]) => 'items' in schema) ?? []
  return plural && array ? { plural, record: Object(array).items } : undefined
}

/** The query parameter of every list for people. */
export const csvQuery = {
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description:
        `csv: the list from the cursor on as one table, regardless of the page limit, RFC 4180 in UTF-8 with a byte order mark, at most ${maxCsvRows} ` +
        `records and within ${longest / minute} minutes; if more follow, its last line says so. Cells that a spreadsheet would interpret as formulas begin with an apostrophe.`,
    }),
  ),
}

interface Page {
  readonly records: readonly unknown[]
  readonly next: string | undefined
}

interface Asked {
  readonly params: unknown
  readonly query: { readonly cursor?: unknown }
}

const readPage = async (
  call: Call,
  endpoint: Endpoint,
  plural: string,
  { params, query }: Asked,
  cursor: unknown,
): Promise<Page> => {
  const asked = { ...query, limit: pageSize, ...(cursor !== undefined && { cursor }) }
  const answer = JSON.parse(render(endpoint, await endpoint.run(call, { params, query: asked })))
  return { records: answer[plural], next: answer.pagination.nextCursor }
}

const goesOn = (cursor: string): string =>
  lineOf([
    `The list continues. A file has at most ${maxCsvRows} records and takes at most ${longest / minute} minutes; the next begins at cursor=${cursor}`,
  ])

/** Text page by page: the next page is read once the previous one has been sent. */
const tableOf = async function* (
  { clock, now }: Call,
  first: Page,
  pageAfter: (cursor: string) => Promise<Page>,
  { record }: Listed,
) {
  const columns = columnsOf(record)
  let page = first
  let rows = 0
  yield byteOrderMark + headOf(columns)
  for (let pages = 1; ; pages++) {
    yield page.records.map(one => rowOf(columns, one)).join('')
    rows += page.records.length
    if (page.next === undefined) return
    if (rows + pageSize > maxCsvRows || pages >= mostPages || clock.now() - now >= longest) {
      yield goesOn(page.next)
      return
    }
    page = await pageAfter(page.next)
  }
}

/** `evidenceClaims` → `probata-evidence-claims-2026-01-31.csv`: only letters, digits and hyphens. */
const fileName = (plural: string, now: number): string =>
  `probata-${plural.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}-${iso(now).slice(0, 10)}.csv`

/**
 * A list as a table: pages of the same endpoint with the same filters, so it shows each caller the same records as the
 * JSON. Refusals come before the first byte; a later error aborts the answer.
 */
export const csvOf = async (call: Call, endpoint: Endpoint, listed: Listed, asked: Asked): Promise<Streamed> => {
  const pageAt = (cursor: unknown) => readPage(call, endpoint, listed.plural, asked, cursor)
  return madeFile(call.actor.id, async () => {
    const first = await pageAt(asked.query.cursor)
    const body = Readable.from(tableOf(call, first, pageAt, listed), { objectMode: true, highWaterMark: 1 })
    const headers = {
      'content-type': csvMedia,
      'content-disposition': `attachment; filename="${fileName(listed.plural, call.now)}"`,
      'cache-control': 'no-store',
    }
    return new Streamed(undefined, body, { headers })
  })
}
