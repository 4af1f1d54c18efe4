import { Box, Grid, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

/** A description list of names and values. Omits entries without a value. */
export const Facts = ({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Grid component="dl" gap={6} m={0}>
    {entries
      .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
      .map(([name, value]) => (
        <Fragment key={name}>
          <Grid.Col component="dt" span={{ base: 12, xs: 4 }}>
            <Text c="dimmed" size="sm">
              {name}
            </Text>
          </Grid.Col>
          <Grid.Col component="dd" span={{ base: 12, xs: 8 }} m={0}>
            <Box miw={0} fz="sm" className="digest">
              {value}
            </Box>
          </Grid.Col>
        </Fragment>
      ))}
  </Grid>
)
