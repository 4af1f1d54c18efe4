import { type Static, Type } from 'typebox'
import { requirePerson } from '#family/reference.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import { Risk, riskNeeds } from './risk.ts'

const { description, ownerId, likelihood, impact, treatment } = Risk.properties
const { residualLikelihood, residualImpact, reviewDueAt } = Risk.properties

/** The input fields of a risk other than its key, title and status. */
export const RiskInput = Type.Partial(
  Type.Object({
    ...{ description, ownerId, likelihood, impact, treatment },
    ...{ residualLikelihood, residualImpact, reviewDueAt },
  }),
)

type RiskInputValues = Static<typeof RiskInput>

export const emptyRiskInput = {
  ...{ description: '', ownerId: null, likelihood: null, impact: null, treatment: null },
  ...{ residualLikelihood: null, residualImpact: null, reviewDueAt: null },
}

/**
 * Converts the input to the stored form. Throws a 404 for an owner outside the workspace, and a 400 for an invalid
 * timestamp.
 */
export const readRiskInput = async <Input extends RiskInputValues>(change: Change, input: Input): Promise<Input> => {
  await requirePerson(change, input.ownerId)
  const { reviewDueAt: dueAt } = input
  return typeof dueAt === 'string' ? { ...input, reviewDueAt: storedTimestamp('reviewDueAt', dueAt) } : input
}

/** Throws a 422 if a risk lacks values that its status needs. */
export const requireFields = (risk: Risk): void => {
  const missing = riskNeeds[risk.status].filter(field => risk[field] === null)
  if (missing.length > 0)
    throw new Refusal(
      'unprocessable',
      sentence`risk.fields_missing: A risk that is ${{ status: risk.status }} needs a value for ${{ fields: missing.join(', ') }}.`,
    )
}
