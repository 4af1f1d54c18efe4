import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Risk = Schemas['WorkspaceRisk']
export type RiskDetail = Schemas['RiskDetail']

export const riskStatuses = enums.WorkspaceRisk.status

export const reviews = ['overdue', 'soon', 'later', 'none'] as const

export const degrees = [1, 2, 3, 4, 5] as const

/** Whether a cell counts a risk before or after its treatment. */
export const sides = ['before', 'after'] as const

/** A cell as the list takes it. */
export const cellAt = (likelihood: number, impact: number): string => `${likelihood}x${impact}`

export const cells = degrees.flatMap(likelihood => degrees.map(impact => cellAt(likelihood, impact)))

/** How bad a cell is, by the product of its degrees. */
export const toneOfCell = (likelihood: number, impact: number): 'high' | 'middle' | 'low' => {
  const score = likelihood * impact
  return score >= 15 ? 'high' : score >= 6 ? 'middle' : 'low'
}
