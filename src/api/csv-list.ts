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

/** The most records in one file, and the most pages that are read for it: of a search, a page may have few. */
export const mostRows = 50_000
const mostPages = 1000
const pageSize = 200

/** How long a file may take: whoever reads it slowly may have been shut out meanwhile. */
const longest = 5 * minute

interface Listed {
  /** The array in the answer. */
  readonly plural: string
  readonly record: TSchema
}

/** What an endpoint lists page after page, where it does and people see it. */
export const listedOf = ({ kind, workspace, response }: Endpoint, surface: Surface): Listed | undefined => {
  if (kind !== 'reading' || !workspace || surface !== 'workspace' || !('properties' in response)) return undefined
  const fields = Object.entries<TSchema>(Object(response.properties))
  if (!fields.some(([name, schema]) => name === 'pagination' && schema === Pagination)) return undefined
  const [plural, array] = fields.find(([, schema]) => 'items' in schema) ?? []
  return plural && array ? { plural, record: Object(array).items } : undefined
}

/** The query parameter of every list that people see. */
export const csvQuery = {
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description:
        `csv: the list from the cursor on as one table, whatever the limit of a page, RFC 4180 in UTF-8 with a byte order mark, at most ${mostRows} ` +
        `records and within ${longest / minute} minutes; its last line says so where there are more. Cells that a spreadsheet would take for formulas begin with an apostrophe.`,
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
    `The list goes on. A file has at most ${mostRows} records and is made within ${longest / minute} minutes; the next begins at cursor=${cursor}`,
  ])

/** Text page by page: the next page is read when the one before has been sent. */
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
    if (rows + pageSize > mostRows || pages >= mostPages || clock.now() - now >= longest) {
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
 * A list as a table: the same endpoint with the same filters, asked page after page, so that it shows whoever asks
 * what its JSON shows them. What is refused is refused before the first byte; an error later breaks the answer off.
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
