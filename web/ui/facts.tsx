import { Box } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from './fold.tsx'

type Entries = readonly (readonly [name: string, value: ReactNode])[]

const withValue = (entries: Entries) =>
  entries.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')

const List = ({ entries }: { entries: Entries }) => (
  <dl className="facts">
    {entries.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd className="digest">{value}</dd>
      </Fragment>
    ))}
  </dl>
)

/** Ids, keys, digests and dates that few readers need, folded. */
const Folded = ({ entries }: { entries: Entries }) => {
  const { t } = useTranslation()
  return (
    <Box mt="xs">
      <Fold label={t('record.details')}>
        <List entries={entries} />
      </Fold>
    </Box>
  )
}

interface Props {
  readonly entries: Entries
  /** Entries that are folded below the others. */
  readonly details?: Entries
}

/** A description list of names and values. Omits entries without a value. */
export const FactList = ({ entries, details = [] }: Props) => {
  const folded = withValue(details)
  return (
    <div>
      <List entries={withValue(entries)} />
      {folded.length > 0 && <Folded entries={folded} />}
    </div>
  )
}
