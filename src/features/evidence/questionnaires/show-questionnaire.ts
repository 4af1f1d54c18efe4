import { type Static, Type } from 'typebox'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import type { QuestionnaireRow } from './queries.ts'
import { Questionnaire } from './questionnaire.ts'

const beside = {
  ownerName: Nullable(Type.String()),
  currentVersionNumber: Nullable(Type.Integer({ minimum: 1 })),
  ...versionField,
}

/** A questionnaire in the workspace. */
export const WorkspaceQuestionnaire = Type.Object(
  { ...Questionnaire.properties, ...beside },
  { title: 'WorkspaceQuestionnaire' },
)

export const renderQuestionnaire = ({ record, owner_name, version_number }: QuestionnaireRow): string => {
  const more: Static<Type.TObject<typeof beside>> = {
    ownerName: owner_name,
    currentVersionNumber: version_number,
    etag: etagOf(record),
  }
  return `${record.slice(0, -1)},${JSON.stringify(more).slice(1)}`
}
