import { type Static, Type } from 'typebox'
import type { Actor } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { contributedToVersion, mayPublish } from '#src/features/evidence/campaigns/publishing.ts'
import type { QuestionnaireVersionRow } from './queries.ts'
import { QuestionnaireVersion } from './questionnaire-version.ts'

/** A version as the workspace lists it. */
export const ListedVersion = Type.Object(
  {
    ...QuestionnaireVersion.properties,
    writtenByName: Nullable(Type.String()),
    publishedByName: Nullable(Type.String()),
    mayPublish: Type.Boolean({ description: 'Whether the caller may publish the version now.' }),
    hadHand: Type.Boolean({
      description: 'Whether the caller wrote the questions. If so, another person must publish the version.',
    }),
  },
  { title: 'ListedQuestionnaireVersion' },
)

export const renderVersion = (
  row: Omit<QuestionnaireVersionRow, 'questions' | 'title'>,
  reader: Actor,
): Static<typeof ListedVersion> => {
  const version = readRecord(QuestionnaireVersion, row.record)
  return {
    ...version,
    writtenByName: row.written_by_name,
    publishedByName: row.published_by_name,
    mayPublish: version.status === 'draft' && mayPublish(reader, row.hands),
    hadHand: contributedToVersion(reader, row.hands),
  }
}
