import { SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { HeatGrid } from '#web/ui/heat-grid.tsx'
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

/** The number of open risks per cell, before and after treatment. */
export const HeatMap = () => {
  const { t } = useTranslation('risks')
  const { data } = api.useQuery('get', '/api/workspace/risks/heat-map')
  if (!data) return null
  const { cells, notAssessed, notTreated } = data
  const countAt = (side: Side, likelihood: number, impact: number) =>
    cells.find(cell => cell.likelihood === likelihood && cell.impact === impact)?.[side] ?? 0
  return (
    <Section title={t('heat.title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sides.map(side => (
          <HeatGrid
            key={side}
            label={t(`heat.${side}`)}
            axes={t('heat.axes')}
            degrees={degrees}
            toneAt={toneOfCell}
            renderCell={(likelihood, impact) => (
              <Count {...{ likelihood, impact, side, count: countAt(side, likelihood, impact) }} />
            )}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {t('heat.legend')} {notAssessed > 0 && t('heat.notAssessed', { count: notAssessed })}{' '}
        {notTreated > 0 && t('heat.notTreated', { count: notTreated })}
      </Text>
    </Section>
  )
}
