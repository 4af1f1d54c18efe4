import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { type Status, StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Field } from './field.ts'
import { FieldValue } from './field-value.tsx'
import { Placement } from './placement.tsx'

interface DetailProps<Row> {
  /** The result of `useQuery`. */
  readonly read: { readonly data: Row | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** The page of all of them. */
  readonly list: LinkProps
  readonly listTitle: string
  /** The buttons for its actions. */
  readonly buttons?: (row: Row) => ReactNode
  readonly children: (row: Row) => ReactNode
}

/** The page of a record: its name and status, a link back to the list, its actions and its fields. */
export const RecordDetail = <Row extends { readonly id: string; readonly title: string; readonly status: Status }>({
  read: { data, error, refetch },
  list,
  listTitle,
  buttons,
  children,
}: DetailProps<Row>) => {
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const back = (
    <AnchorLink {...list} size="sm">
      {listTitle}
    </AnchorLink>
  )
  const beside = (
    <>
      <StatusBadge status={data.status} />
      <Placement recordId={data.id} />
    </>
  )
  return (
    <>
      <PageHeader title={data.title} beside={beside} back={back}>
        {buttons?.(data)}
      </PageHeader>
      {children(data)}
    </>
  )
}

type FieldsOf = Readonly<Record<string, Field>>

interface FactsProps<Fields extends FieldsOf, Name extends keyof Fields & string> {
  /** Of `api/fields.ts`. */
  readonly fields: Fields
  /** The fields that are shown by their kind, in their order. */
  readonly labels: Readonly<Record<Name, string>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[]>>>
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string; readonly updatedAt: string }
  /** Further rows, drawn in another way. */
  readonly more?: readonly (readonly [name: string, value: ReactNode])[]
}

/** The values of a record, by the fields that the document names. */
export const RecordFacts = <Fields extends FieldsOf, Name extends keyof Fields & string>(
  props: FactsProps<Fields, Name>,
) => {
  const { record, more = [] } = props
  const { t } = useTranslation()
  const offered: Readonly<Record<string, readonly Choice[] | undefined>> = { ...props.choices }
  const fields: FieldsOf = props.fields
  const shown = Object.entries<string>(props.labels).map(([name, label]) => {
    const [field, value] = [fields[name], record[name]]
    const isThere = value !== null && value !== undefined && value !== ''
    return [
      label,
      field && isThere && <FieldValue key={name} field={field} value={value} choices={offered[name] ?? []} />,
    ] as const
  })
  return (
    <Facts
      entries={[
        ...shown,
        ...more,
        [t('record.changed'), <Time key="changed" at={record.updatedAt} as="ago" />],
        [t('record.id'), <Copyable key="id" value={record.id} />],
      ]}
    />
  )
}
