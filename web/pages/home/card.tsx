import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink, PlainLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  refetch(): unknown
}

interface Props<T> {
  readonly title: string
  readonly link: LinkProps
  readonly query: Query<T>
  readonly children: (data: T) => ReactNode
}

/** A part of the home page with its own query, so that a slow or failing query does not delay the others. */
export const Card = <T,>({ title, link, query, children }: Props<T>) => {
  const { t } = useTranslation('home')
  const { data, error, refetch } = query
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        <AnchorLink {...link} size="sm" aria-label={`${t('all')}: ${title}`}>
          {t('all')}
        </AnchorLink>
      </Group>
      {data && <Stack gap="sm">{children(data)}</Stack>}
      {!data && (error ? <ErrorNote error={error} retry={refetch} /> : <Lines count={4} />)}
    </Paper>
  )
}

export interface Figure {
  readonly label: string
  readonly value: number
  readonly link: LinkProps
  /** The color of a number above zero: red for `bad`, yellow for `soon`. */
  readonly alarms?: 'bad' | 'soon'
}

const colours = { bad: 'var(--mantine-color-error)', soon: 'var(--mantine-color-warning)' } as const

/** Numbers that link to the counted records. A number at the counting limit gets a plus sign. */
export const Figures = ({ figures, countedUpTo }: { figures: readonly Figure[]; countedUpTo: number }) => {
  const { number } = useFormat()
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs">
      {figures.map(({ label, value, link, alarms }) => (
        <PlainLink key={label} {...link} p="xs" className="figure">
          <Text fz="xl" fw={650} lh={1.2} {...(alarms && value > 0 && { c: colours[alarms] })}>
            {number(value)}
            {value >= countedUpTo && '+'}
          </Text>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
        </PlainLink>
      ))}
    </SimpleGrid>
  )
}

/** A short list below the figures. */
export const ShortList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed" fw={600} mb={4}>
      {title}
    </Text>
    <Stack gap={4}>{children}</Stack>
  </div>
)
