import { Type } from 'typebox'
import type { Rendered } from '#http/answer.ts'
import type { Call, Provided } from '#http/call.ts'
import { type PageQuery, pageLimit, pagePosition, pageQuery, renderPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { readWork, Work, type WorkQuery } from '#shared/work.ts'
import { type WorkKind, workKinds } from '#shared/work-source.ts'

export const workQuery = Type.Object({ kind: Type.Optional(Type.Enum([...workKinds])), ...pageQuery })

export const WorkPage = Type.Object({ work: Type.Array(Work), pagination: Pagination })

/** Renders a page of a person's work. */
export const renderWorkPage = async (
  call: Call & Provided<'workSources'>,
  endpoint: string,
  worker: WorkQuery,
  query: PageQuery & { readonly kind?: WorkKind },
): Promise<Rendered> => {
  const { organizationId: organization, now } = call
  const { kind } = query
  const listContext = { endpoint, plural: 'work', organization, filters: { of: worker.id, ...(kind && { kind }) } }
  const request = { now, kind, position: pagePosition(call, listContext, query.cursor), limit: pageLimit(query) }
  const { work, next } = await readWork(call, worker, request)
  return renderPage(
    call,
    listContext,
    work.map(item => JSON.stringify(item)),
    next,
  )
}
