import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Nullable, Reference } from '#http/schema.ts'
import { readsTogether } from '#shared/read-together.ts'
import { clausesOfChapters } from './chapter-queries.ts'
import { chaptersOf } from './chapters.ts'
import { frameworkView } from './framework.ts'

/** The maximum number of chapters and sections in a report. */
const maxChapters = 500

const Count = Type.Integer({ minimum: 0 })

export const getFrameworkChapters = readEndpoint({
  name: 'getFrameworkChapters',
  summary: 'Count the assessable clauses of each chapter of a framework that apply and that are proven now',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/chapters', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  response: Type.Object(
    {
      chapters: Type.Array(
        Type.Object(
          {
            id: Nullable(Id('gfc')),
            clauseKey: Nullable(Type.String()),
            title: Nullable(Type.String()),
            depth: Type.Integer({ minimum: 0, maximum: 1, description: '0 for a chapter, 1 for its sections.' }),
            applicable: { ...Count, description: 'Its assessable clauses that apply to the organization.' },
            notApplicable: Count,
            proven: Count,
            partlyProven: Count,
            withoutRequirements: { ...Count, description: 'Clauses whose controls require no proof.' },
            unmapped: { ...Count, description: 'Clauses without a control.' },
          },
          { title: 'FrameworkChapter' },
        ),
        {
          description: `The top-level clauses that contain others, and their sections that do, in order; at most ${maxChapters}. The entry without id counts the clauses outside all of them.`,
        },
      ),
      total: { ...Count, description: 'The number of entries, including those beyond the limit.' },
    },
    { title: 'FrameworkChapters' },
  ),
  errors: ['not_found'],
  async run(call, { params: { frameworkId } }) {
    const { read } = readsTogether(call)
    const [, clauses] = await Promise.all([
      frameworkView.find({ read }, frameworkId),
      read(clausesOfChapters, { frameworkId, now: call.now }),
    ])
    const chapters = chaptersOf(clauses)
    return { chapters: chapters.slice(0, maxChapters), total: chapters.length }
  },
})
