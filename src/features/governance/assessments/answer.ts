import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { canonicalDigest } from '#lib/hash.ts'
import type { Clause } from '#src/features/governance/clauses/clause.ts'

export const results = ['conforms', 'observation', 'minor', 'major', 'not_applicable'] as const

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The result for a clause, with the proof that the assessor examined. */
export const AssessmentAnswer = Type.Object(
  {
    clauseId: Id('gfc'),
    clauseKey: Type.String(),
    clauseTitle: Type.String(),
    clauseDigest: {
      ...Digest,
      description:
        'SHA-256, hexadecimal, of the RFC 8785 JSON of the clause as it was answered: `{clauseKey, text, title}`.',
    },
    result: Type.Enum([...results]),
    note: Nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    claims: Type.Array(
      Type.Object({
        claimId: Id('gec'),
        claimDigest: { ...Digest, description: 'SHA-256 of the claim at the time it was linked, hexadecimal.' },
      }),
    ),
    answeredAt: Timestamp,
    answeredBy: Type.String(),
  },
  { title: 'AssessmentAnswer' },
)

export type AssessmentAnswer = Static<typeof AssessmentAnswer>

/** The maximum number of claims in an answer. */
export const maxClaims = 50

/** Whether a result needs an explanation. */
export const needsNote: Readonly<Record<AssessmentAnswer['result'], boolean>> = {
  conforms: false,
  observation: true,
  minor: true,
  major: true,
  not_applicable: true,
}

/** Computes the digest of a clause's wording, which shows later whether the wording has changed. */
export const clauseDigest = ({ clauseKey, title, text }: Pick<Clause, 'clauseKey' | 'title' | 'text'>): string =>
  canonicalDigest({ clauseKey, title, text })

/** Audit rows name an answer by both ids, `gas_…/gfc_…`. */
export const boundAssessmentAnswers = bound({
  table: 'assessment_answer',
  prefix: 'gas',
  key: ['assessment_id', 'clause_id'],
  repeats: { ...fieldsOf('result'), clause_id: record => record.clauseId },
})
