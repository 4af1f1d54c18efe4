import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Risk = Schemas['WorkspaceRisk']
export type RiskDetail = Schemas['RiskDetail']

export const riskStatuses = enums.WorkspaceRisk.status

export const reviews = ['overdue', 'soon', 'later', 'none'] as const

export const degrees = [1, 2, 3, 4, 5] as const

/** Whether a cell counts a risk before or after its treatment. */
export const sides = ['before', 'after'] as const

/** The value of a cell in the filters of the list. */
export const cellAt = (likelihood: number, impact: number): string => `${likelihood}x${impact}`

export const cells = degrees.flatMap(likelihood => degrees.map(impact => cellAt(likelihood, impact)))

/** The severity of a cell, by the product of likelihood and impact. */
export const toneOfCell = (likelihood: number, impact: number): 'high' | 'middle' | 'low' => {
  const score = likelihood * impact
  return score >= 15 ? 'high' : score >= 6 ? 'middle' : 'low'
}
