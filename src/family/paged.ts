import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { type Endpoint, readEndpoint } from '#http/endpoint.ts'
import { type Order, type PagePosition, pageQuery, type Row, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'

/** A row with its position in the list. It has the stored record if that is the response. */
type PagedRow = Pick<Row, 'id'> & Partial<Row>

interface Paged<Params extends TObject, Shown extends PagedRow>
  extends Pick<Endpoint, 'name' | 'summary' | 'tag' | 'v1' | 'workspace' | 'wholeWorkspace'> {
  /** The array in the response: `claims`. */
  readonly plural: string
  /** The schema of one row in the response. */
  readonly of: TSchema
  /** The order of the rows; newest first by default. */
  readonly order?: Order
  /** The parameters of the path. The cursor is bound to them. */
  readonly params?: Params
  /** Throws a 404 if the path names something that the caller cannot find. */
  readonly find?: (call: Call, params: Static<Params>) => Promise<unknown>
  readonly read: (call: Call, at: PagePosition & Static<Params>) => Promise<Shown[]>
  /** Renders a row as a value or as JSON text, if it is not the stored record. */
  readonly show?: (row: Shown, call: Call) => object | string
}

type None = TObject<Record<never, never>>

/**
 * Declares an endpoint that lists the rows of one statement, page by page and without filters.
 *
 *     export const listStorageBindings = paged({
 *       name: 'listStorageBindings', summary: 'List storage bindings, newest first', tag: 'Storage',
 *       ...bindingSurface('', 'auditor'), plural: 'storageBindings', of: StorageBinding,
 *       read: (call, at) => call.read(listBindings, at), show: showBinding,
 *     })
 */
export const paged = <Shown extends PagedRow, Params extends TObject = None>(
  declared: Paged<Params, Shown>,
): Endpoint => {
  const { name, plural, of, order, params, find, read, show, ...endpoint } = declared
  return readEndpoint({
    name,
    ...endpoint,
    ...(params && { params }),
    query: Type.Object(pageQuery),
    response: Type.Object({ [plural]: Type.Array(of), pagination: Pagination }),
    errors: find ? ['not_found', 'invalid_cursor'] : ['invalid_cursor'],
    async run(call, { params: values, query }) {
      const path: Static<Params> = Object(values)
      await find?.(call, path)
      const toJson = (row: Shown): string => {
        const shown = show ? show(row, call) : row.record
        if (shown === undefined) throw new Error(`${name}: rows without a record need \`show\``)
        return typeof shown === 'string' ? shown : JSON.stringify(shown)
      }
      return respondWithPage(call, {
        ...{ endpoint: name, plural, query, order, filters: Object({ ...path }) },
        read: async at => (await read(call, { ...at, ...path })).map(row => ({ id: row.id, record: toJson(row) })),
      })
    },
  })
}
