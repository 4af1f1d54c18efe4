import { Box, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormat } from './display.ts'

type State = Schemas['FrameworkCoverage']['states'][number]['state']

export interface CoveragePart {
  readonly state: State
  readonly clauses: number
}

interface Props {
  readonly parts: readonly CoveragePart[]
  /** Whether to also list the parts in words. */
  readonly withText?: boolean
}

/** A bar of clauses by state. Colours and patterns differ; the numbers are in its name and, with text, below it. */
export const CoverageParts = ({ parts, withText = false }: Props) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const shown = parts.filter(({ clauses }) => clauses > 0)
  const nameOf = ({ state, clauses }: CoveragePart) => `${t(`status.${state}`)} ${number(clauses)}`
  return (
    <>
      <div className="coverage-bar" role="img" aria-label={shown.map(nameOf).join(', ')}>
        {shown.map(part => (
          <Box
            key={part.state}
            className={`coverage-${part.state}`}
            title={nameOf(part)}
            style={{ flexGrow: part.clauses }}
          />
        ))}
      </div>
      {withText && (
        <Group mt="xs" gap="md">
          {shown.map(part => (
            <Group key={part.state} gap={6} wrap="nowrap">
              <span className={`coverage-swatch coverage-${part.state}`} aria-hidden />
              <Text size="sm">{nameOf(part)}</Text>
            </Group>
          ))}
        </Group>
      )}
    </>
  )
}
