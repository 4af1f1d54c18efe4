import { Type } from 'typebox'
import type { Call, Provided } from '#http/call.ts'
import { type PageQuery, pageLimit, pagePosition, pageQuery, renderPage } from '#http/page.ts'
import type { Rendered } from '#http/rendered.ts'
import { Pagination } from '#http/schema.ts'
import { readWork } from '#shared/read-work.ts'
import { Work, type WorkDue, workDues } from '#shared/work.ts'
import type { WorkQuery } from '#shared/work-reading.ts'
import { type WorkKind, workKinds } from '#shared/work-source.ts'

export const workQuery = Type.Object({
  kind: Type.Optional(Type.Enum([...workKinds])),
  due: Type.Optional(
    Type.Enum([...workDues], {
      description: 'late: past the due date, or without proof; week: due within 7 days. Omits work without a due date.',
    }),
  ),
  order: Type.Optional(
    Type.Enum(['due', 'kind'], {
      description:
        'kind: all work of one kind before that of the next, by due date within each. By due date if omitted.',
    }),
  ),
  ...pageQuery,
})

interface WorkFilters {
  readonly kind?: WorkKind
  readonly due?: WorkDue
  readonly order?: 'due' | 'kind'
}

export const WorkPage = Type.Object({ work: Type.Array(Work), pagination: Pagination })

/** Renders a page of a person's work. */
export const renderWorkPage = async (
  call: Call & Provided<'workSources'>,
  endpoint: string,
  worker: WorkQuery,
  query: PageQuery & WorkFilters,
): Promise<Rendered> => {
  const { organizationId: organization, now } = call
  const { kind, due, order } = query
  const listContext = {
    endpoint,
    plural: 'work',
    organization,
    filters: { of: worker.id, ...(kind && { kind }), due, order },
  }
  const position = pagePosition(call, listContext, query.cursor)
  const request = { now, kind, due, grouped: order === 'kind', position, limit: pageLimit(query) }
  const { work, next } = await readWork(call, worker, request)
  return renderPage(
    call,
    listContext,
    work.map(item => JSON.stringify(item)),
    next,
  )
}
