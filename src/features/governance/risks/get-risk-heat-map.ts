import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { countCells } from './risk-queries.ts'

const degrees = [1, 2, 3, 4, 5]

const Degree = Type.Integer({ minimum: 1, maximum: 5 })
const Count = Type.Integer({ minimum: 0 })

const Cell = Type.Object(
  {
    likelihood: Degree,
    impact: Degree,
    before: { ...Count, description: 'The number of risks in this cell before treatment.' },
    after: { ...Count, description: 'The number of risks in this cell after treatment.' },
  },
  { title: 'RiskCell' },
)

export const getRiskHeatMap = readEndpoint({
  name: 'getRiskHeatMap',
  summary: 'Count the risks that are not closed in each cell of likelihood and impact, before treatment and after it',
  tag: 'Risks',
  workspace: { path: '/risks/heat-map', roles: [...roles] },
  response: Type.Object(
    {
      cells: Type.Array(Cell, { minItems: 25, maxItems: 25 }),
      notAssessed: { ...Count, description: 'The number of risks without a likelihood or an impact.' },
      notTreated: { ...Count, description: 'The number of risks without a residual likelihood or impact.' },
    },
    { title: 'RiskHeatMap' },
  ),
  async run({ read }) {
    const rows = await read(countCells, {})
    const sum = (isIncluded: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(isIncluded).reduce((total, { risks }) => total + risks, 0)
    return {
      cells: degrees.flatMap(likelihood =>
        degrees.map(impact => ({
          likelihood,
          impact,
          before: sum(row => row.likelihood === likelihood && row.impact === impact),
          after: sum(row => row.residual_likelihood === likelihood && row.residual_impact === impact),
        })),
      ),
      notAssessed: sum(row => row.likelihood === null || row.impact === null),
      notTreated: sum(row => row.residual_likelihood === null || row.residual_impact === null),
    }
  },
})
