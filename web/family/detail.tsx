import { Box } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { type Status, StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { CommentsPart } from './comments/comments-part.tsx'
import { AbsencePart } from './deputies/deputy-parts.tsx'
import type { Field } from './field.ts'
import { FieldValue } from './field-value.tsx'
import { Placement } from './placement.tsx'

interface DetailProps<Row> {
  /** The result of `useQuery`. */
  readonly query: { readonly data: Row | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** The title of the page, if it is not the record's own. */
  readonly title?: (row: Row) => string
  /** The text below the title, which answers the question that readers come with. */
  readonly description?: (row: Row) => ReactNode
  /** The page that lists all records, or the one that the record belongs to. */
  readonly list: LinkProps | ((row: Row) => LinkProps)
  readonly listTitle: string | ((row: Row) => string)
  /** As in `StatusBadge`. */
  readonly bearsRisk?: boolean
  /** The id of the person who is responsible for the record; the page says if they are absent. */
  readonly responsible?: (row: Row) => string | null | undefined
  /** Whether people comment on the record. */
  readonly comments?: boolean
  /** The action buttons. */
  readonly buttons?: (row: Row) => ReactNode
  readonly children: (row: Row) => ReactNode
}

/** The page of a record: its title and status, a link back to the list, its actions and its fields. */
export const RecordDetail = <Row extends { readonly id: string; readonly title: string; readonly status: Status }>({
  query: { data, error, refetch },
  title = row => row.title,
  description,
  list,
  listTitle,
  bearsRisk = false,
  responsible,
  comments = false,
  buttons,
  children,
}: DetailProps<Row>) => {
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const responsibleId = responsible?.(data)
  const back = (
    <AnchorLink {...(typeof list === 'function' ? list(data) : list)} size="sm">
      {typeof listTitle === 'function' ? listTitle(data) : listTitle}
    </AnchorLink>
  )
  const titleExtra = (
    <>
      <StatusBadge status={data.status} bearsRisk={bearsRisk} />
      <Placement recordId={data.id} />
    </>
  )
  return (
    <>
      <PageHeader title={title(data)} description={description?.(data)} titleExtra={titleExtra} back={back}>
        {buttons?.(data)}
      </PageHeader>
      {responsibleId && <AbsencePart personId={responsibleId} />}
      {children(data)}
      {comments && (
        <Box mt="md">
          <CommentsPart recordId={data.id} />
        </Box>
      )}
    </>
  )
}

type FieldsOf = Readonly<Record<string, Field>>

interface FactsProps<Fields extends FieldsOf, Name extends keyof Fields & string> {
  /** The fields from `api/fields.ts`. */
  readonly fields: Fields
  /** The fields to show, in order. Each is formatted by its kind. */
  readonly labels: Readonly<Record<Name, string>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[]>>>
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string; readonly updatedAt: string }
  /** Further rows with their own content. */
  readonly extraRows?: readonly (readonly [name: string, value: ReactNode])[]
}

/** Shows the values of a record, by the fields of the OpenAPI document. */
export const RecordFacts = <Fields extends FieldsOf, Name extends keyof Fields & string>(
  props: FactsProps<Fields, Name>,
) => {
  const { record, extraRows = [] } = props
  const { t } = useTranslation()
  const choices: Readonly<Record<string, readonly Choice[] | undefined>> = { ...props.choices }
  const fields: FieldsOf = props.fields
  const row = ([name, label]: readonly [string, string]) => {
    const [field, value] = [fields[name], record[name]]
    const hasValue = value !== null && value !== undefined && value !== ''
    return [
      label,
      field && hasValue && <FieldValue key={name} field={field} value={value} choices={choices[name] ?? []} />,
    ] as const
  }
  // A key that never changes only identifies the record, so it is folded with the details; people read the title.
  const isKey = ([name]: readonly [string, string]) => fields[name]?.fixed === true && name.endsWith('Key')
  const labels = Object.entries<string>(props.labels)
  const [keys, rows] = [labels.filter(isKey).map(row), labels.filter(label => !isKey(label)).map(row)]
  return (
    <FactList
      entries={[...rows, ...extraRows]}
      details={[
        ...keys,
        [t('record.changed'), <Time key="changed" at={record.updatedAt} as="ago" />],
        [t('record.id'), <Copyable key="id" value={record.id} />],
      ]}
    />
  )
}
