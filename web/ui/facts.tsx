import { Anchor, Box, Collapse } from '@mantine/core'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

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
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Box mt="xs">
      <Anchor
        component="button"
        type="button"
        size="sm"
        className="no-print"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'record.fewer' : 'record.details')}
      </Anchor>
      <Collapse id={id} expanded={isOpen} mt="xs">
        <List entries={entries} />
      </Collapse>
    </Box>
  )
}

interface Props {
  readonly entries: Entries
  /** Folded below the others. */
  readonly details?: Entries
}

/** A description list of names and values. Omits entries without a value. */
export const Facts = ({ entries, details = [] }: Props) => {
  const folded = withValue(details)
  return (
    <>
      <List entries={withValue(entries)} />
      {folded.length > 0 && <Folded entries={folded} />}
    </>
  )
}
