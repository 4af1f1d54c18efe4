import type { AssessmentAnswer } from '#src/features/governance/assessments/answer.ts'
import type { Assessment } from '#src/features/governance/assessments/assessment.ts'
import { oscalVersion, prop, sampleProps, statementOf, titleOf, tokenOf, uuidOf } from './identifiers.ts'

/** A completed assessment and its answers, which never change and can be read several times. */
export interface CompletedAssessment {
  readonly assessment: Assessment
  answers(): AsyncIterable<AssessmentAnswer>
  /** Whether it belongs to a sample workspace. */
  readonly sample?: boolean | undefined
}

/** The state for each result. OSCAL has only two states, so a property carries the original result. */
const states = {
  conforms: { state: 'satisfied', reason: 'pass' },
  observation: { state: 'satisfied', reason: 'other' },
  minor: { state: 'not-satisfied', reason: 'fail' },
  major: { state: 'not-satisfied', reason: 'fail' },
} as const

const isJudged = (answer: AssessmentAnswer): answer is AssessmentAnswer & { readonly result: keyof typeof states } =>
  answer.result !== 'not_applicable'

const observationUuid = (assessmentId: string, { clauseId }: AssessmentAnswer, claimId: string): string =>
  uuidOf('observation', assessmentId, clauseId, claimId)

const observationsOf = ({ id }: Assessment, answer: AssessmentAnswer): object[] =>
  answer.claims.map(({ claimId, claimDigest }) => ({
    uuid: observationUuid(id, answer, claimId),
    description: `Evidence claim ${claimId} was examined for ${answer.clauseKey}.`,
    props: [prop('claim-id', claimId), prop('claim-digest', claimDigest)],
    methods: ['EXAMINE'],
    'relevant-evidence': [{ href: `urn:probata:${claimId}`, description: `SHA-256 of the claim: ${claimDigest}` }],
    collected: answer.answeredAt,
  }))

const findingsOf = ({ id }: Assessment, answer: AssessmentAnswer): object[] => {
  if (!isJudged(answer)) return []
  const { clauseId, clauseKey, clauseTitle, clauseDigest, result, note, claims } = answer
  return [
    {
      uuid: uuidOf('finding', id, clauseId),
      title: titleOf(`${clauseKey} ${clauseTitle}`, clauseId),
      description: note ?? `Assessed: ${result}.`,
      props: [
        prop('clause-id', clauseId),
        prop('clause-key', clauseKey),
        prop('clause-digest', clauseDigest),
        prop('result', result),
      ],
      target: { type: 'statement-id', 'target-id': statementOf(clauseKey), status: states[result] },
      ...(claims.length > 0 && {
        'related-observations': claims.map(({ claimId }) => ({
          'observation-uuid': observationUuid(id, answer, claimId),
        })),
      }),
    },
  ]
}

const excludedOf = (_: Assessment, answer: AssessmentAnswer): object[] =>
  isJudged(answer) ? [] : [{ 'control-id': tokenOf(answer.clauseKey) }]

/**
 * Yields `before`, the array of the members for all answers, and `after`. Yields nothing if the array is empty, because
 * OSCAL has no empty arrays.
 */
const arrayOf = async function* (
  { assessment, answers }: CompletedAssessment,
  [before, after]: readonly [string, string],
  membersOf: (assessment: Assessment, answer: AssessmentAnswer) => object[],
): AsyncGenerator<string, void, void> {
  let isFirst = true
  for await (const answer of answers()) {
    const members = membersOf(assessment, answer)
    if (members.length === 0) continue
    yield `${isFirst ? `${before}[` : ','}${members.map(member => JSON.stringify(member)).join(',')}`
    isFirst = false
  }
  if (!isFirst) yield `]${after}`
}

/**
 * Yields the assessment as OSCAL assessment results, piece by piece. The text is always the same, because a completed
 * assessment is frozen.
 */
export const resultsOf = async function* (completed: CompletedAssessment): AsyncGenerator<string, void, void> {
  const { assessment, sample } = completed
  const { id, assessmentKey, title, description, frameworkId, frameworkVersion, digest, completedAt } = assessment
  const plan = uuidOf('plan', id)
  const metadata = {
    title,
    'last-modified': completedAt,
    version: completedAt,
    'oscal-version': oscalVersion,
    props: [
      prop('assessment-id', id),
      prop('assessment-key', assessmentKey),
      prop('framework-id', frameworkId),
      ...(digest === null ? [] : [prop('assessment-digest', digest)]),
      ...sampleProps(sample),
    ],
  }
  const opening = {
    uuid: uuidOf('results', id, digest ?? ''),
    metadata,
    'import-ap': {
      href: `#${plan}`,
      remarks: 'There is no assessment plan in OSCAL; the resource describes the plan.',
    },
  }
  const version = frameworkVersion === null ? '' : ` (${frameworkVersion})`
  const result = {
    uuid: uuidOf('result', id, digest ?? ''),
    title,
    description: description.trim() === '' ? title : description,
    start: assessment.periodFrom,
    end: assessment.periodUntil,
  }
  const resource = {
    uuid: plan,
    title: `${title}: plan`,
    description: `Assessment ${assessmentKey} of framework ${frameworkId}${version}, ${assessment.periodFrom} to ${assessment.periodUntil}.`,
    props: [prop('assessment-id', id)],
  }
  yield `{"assessment-results":${JSON.stringify(opening).slice(0, -1)},"results":[${JSON.stringify(result).slice(0, -1)}`
  yield ',"reviewed-controls":{"control-selections":[{"include-all":{}'
  yield* arrayOf(completed, [',"exclude-controls":', ''], excludedOf)
  yield '}]}'
  yield* arrayOf(completed, [',"observations":', ''], observationsOf)
  yield* arrayOf(completed, [',"findings":', ''], findingsOf)
  yield `}],"back-matter":${JSON.stringify({ resources: [resource] })}}}`
}
