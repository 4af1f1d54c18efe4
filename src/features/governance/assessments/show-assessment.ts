import { type Static, Type } from 'typebox'
import type { Actor } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { results } from './answer.ts'
import { Assessment, assessmentFlow, type Move } from './assessment.ts'
import type { AssessmentRow } from './assessment-queries.ts'
import { isAssigned, movesOf, whyNotMove } from './contributors.ts'

const Count = Type.Integer({ minimum: 0 })

const Progress = Type.Object(
  {
    answered: Count,
    missing: { ...Count, description: 'Clauses that must be answered before completion.' },
    results: Type.Array(Type.Object({ result: Type.Enum([...results]), answers: Count })),
  },
  { title: 'AssessmentProgress' },
)

const moveNames = Object.keys(assessmentFlow) as Move[]

/** An assessment in the workspace, with its progress and the moves that the caller may make. */
export const WorkspaceAssessment = Type.Object(
  {
    ...Assessment.properties,
    frameworkTitle: Type.String(),
    assessorName: Nullable(Type.String()),
    progress: Progress,
    moves: Type.Array(Type.Enum(moveNames), { description: 'The moves that the caller may make now.' }),
    mayAnswer: Type.Boolean({ description: 'Whether the caller may answer its clauses now.' }),
    hadHand: Type.Boolean({
      description:
        'Whether another person must complete it, because the caller answered in it, was its assessor, or invited or is a guest.',
    }),
    ...versionField,
  },
  { title: 'WorkspaceAssessment' },
)

export const showAssessment = (row: AssessmentRow, reader: Actor): Static<typeof WorkspaceAssessment> => {
  const assessment = readRecord(Assessment, row.record)
  const counts = results.map(result => ({ result, answers: row.results[result] }))
  return {
    ...assessment,
    frameworkTitle: row.framework_title,
    assessorName: row.assessor_name,
    progress: {
      answered: counts.reduce((sum, { answers }) => sum + answers, 0),
      missing: row.missing,
      results: counts,
    },
    moves: movesOf(reader, assessment, row.hands),
    mayAnswer: assessment.status === 'in_progress' && isAssigned(reader, assessment),
    hadHand: whyNotMove('complete', reader, assessment, row.hands) !== undefined,
    etag: etagOf(row.record),
  }
}
