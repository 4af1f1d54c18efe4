import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { cellAt, degrees, sides, toneOfCell } from './model.ts'

type Cell = Schemas['RiskCell']
type Side = (typeof sides)[number]

/** The number of risks in a cell, linked to their list. */
const Count = ({ likelihood, impact, side, count }: Omit<Cell, Side> & { side: Side; count: number }) => {
  const { t } = useTranslation('risks')
  if (count === 0) return null
  return (
    <AnchorLink
      to="/governance/risks"
      search={{ [side]: cellAt(likelihood, impact) }}
      aria-label={t('heat.open', { count, likelihood, impact })}
      c="inherit"
      underline="always"
    >
      {count}
    </AnchorLink>
  )
}

const Table = ({ cells, side }: { cells: readonly Cell[]; side: Side }) => {
  const { t } = useTranslation('risks')
  const countAt = (likelihood: number, impact: number) =>
    cells.find(cell => cell.likelihood === likelihood && cell.impact === impact)?.[side] ?? 0
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {t(`heat.${side}`)}
      </Text>
      <table className="heat-map" aria-label={t(`heat.${side}`)}>
        <thead>
          <tr>
            <th scope="col">{t('heat.axes')}</th>
            {degrees.map(impact => (
              <th key={impact} scope="col">
                {impact}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {degrees.toReversed().map(likelihood => (
            <tr key={likelihood}>
              <th scope="row">{likelihood}</th>
              {degrees.map(impact => (
                <td key={impact} className={`heat-${toneOfCell(likelihood, impact)}`}>
                  <Count {...{ likelihood, impact, side, count: countAt(likelihood, impact) }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

/** The number of open risks per cell, before and after treatment. */
export const HeatMap = () => {
  const { t } = useTranslation('risks')
  const { data } = api.useQuery('get', '/api/workspace/risks/heat-map')
  if (!data) return null
  const { cells, notAssessed, notTreated } = data
  return (
    <Section title={t('heat.title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sides.map(side => (
          <Table key={side} cells={cells} side={side} />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {t('heat.legend')} {t('heat.notAssessed', { count: notAssessed })} {t('heat.notTreated', { count: notTreated })}
      </Text>
    </Section>
  )
}
