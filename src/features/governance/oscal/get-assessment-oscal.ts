import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { createFileInSlot } from '#http/limit-file-creation.ts'
import { readRecord } from '#http/record.ts'
import { Streamed } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { AssessmentAnswer } from '#src/features/governance/assessments/answer.ts'
import { Assessment, AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { findAssessment, selectAssessmentAnswers } from '#src/features/governance/assessments/assessment-queries.ts'
import { resultsOf } from './assessment-results.ts'

/** The number of answers in memory at a time. They take 4 MB if each has 50 claims and the longest note. */
const batchSize = 500

const answersOf = async function* (call: Call, assessmentId: string): AsyncGenerator<AssessmentAnswer, void, void> {
  for (let position = ''; ; ) {
    const page = await call.read(selectAssessmentAnswers, { assessmentId, position, limit: batchSize })
    for (const { record } of page) yield readRecord(AssessmentAnswer, record)
    const last = page.at(-1)
    if (!last || page.length < batchSize) return
    position = last.id
  }
}

export const getAssessmentOscal = readEndpoint({
  name: 'getAssessmentOscal',
  summary: 'Get a completed assessment as OSCAL assessment results; the bytes are always the same',
  tag: 'Assessments',
  workspace: { path: '/assessments/{assessmentId}/oscal', roles: [...roles] },
  media: 'application/oscal.assessment-results+json',
  params: AssessmentParams,
  response: Type.String({ description: 'NIST OSCAL, assessment results as JSON.' }),
  errors: ['not_found', 'unprocessable'],
  async run(call, { params: { assessmentId: id } }) {
    const { record } = firstOrNotFound(await call.read(findAssessment, { id }), 'assessment')
    const assessment = readRecord(Assessment, record)
    if (assessment.status !== 'completed')
      throw new Refusal(
        'unprocessable',
        sentence`assessment.not_completed: The assessment is not completed, so its results may still change; complete it first.`,
      )
    const completed = { assessment, answers: () => answersOf(call, id), sample: call.actor.sample }
    const headers = { 'content-disposition': `attachment; filename="${id}-assessment-results.json"` }
    return createFileInSlot(
      call.actor.id,
      async () => new Streamed(undefined, Readable.from(resultsOf(completed)), { headers }),
    )
  },
})
