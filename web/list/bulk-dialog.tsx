import { Checkbox, Loader, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '#web/api/client.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { BulkAction, BulkValues, Shown } from './bulk-action.ts'
import { runBulk } from './run-bulk.ts'

export interface BulkItem<Row> {
  readonly row: Row
  readonly key: string
  readonly name: string
}

type Subject = { readonly shown: Shown } | { readonly error: unknown }

/** The details of each record in the dialog, read once when it opens. Decisions are bound to them. */
const useSubjects = <Row,>(items: readonly BulkItem<Row>[], { read }: BulkAction<Row>) => {
  const [subjects, setSubjects] = useState<ReadonlyMap<string, Subject>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is about the records that it was opened for
  useEffect(() => {
    const abort = new AbortController()
    const collected = new Map<string, Subject>()
    const readOne = async ({ row, key }: BulkItem<Row>) => {
      try {
        collected.set(key, { shown: await read(row, abort.signal) })
      } catch (error) {
        collected.set(key, { error })
      }
    }
    void runBulk({
      items,
      perform: readOne,
      onOutcome: () => undefined,
      isCancelled: () => abort.signal.aborted,
    }).then(() => abort.signal.aborted || setSubjects(collected))
    return () => abort.abort()
  }, [])
  return { subjects, isLoading: subjects.size < items.length }
}

interface LineProps {
  readonly name: string
  readonly subject: Subject | undefined
}

const Line = ({ name, subject }: LineProps) => {
  const { t } = useTranslation('lists')
  const shown: Shown = subject && 'shown' in subject ? subject.shown : {}
  const whyNot = subject && 'error' in subject ? describeError(subject.error).message : shown.whyNot
  return (
    <li data-left-out={whyNot !== undefined || undefined}>
      <Text size="sm" component="span" fw={550}>
        {name}
      </Text>
      {[...(shown.details ?? [])].map(detail => (
        <Text key={detail} size="xs" c="dimmed">
          {detail}
        </Text>
      ))}
      {whyNot !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('bulk.leftOut', { reason: whyNot })}
        </Text>
      )}
      {whyNot === undefined && shown.warning !== undefined && (
        <Text size="xs" fw={550} className="bulk-warning">
          {shown.warning}
        </Text>
      )}
    </li>
  )
}

export interface ReadyItem<Row> extends BulkItem<Row> {
  readonly shown: Shown
}

interface Props<Row> {
  readonly action: BulkAction<Row>
  readonly items: readonly BulkItem<Row>[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onStart: (items: readonly ReadyItem<Row>[], values: BulkValues) => void
}

/**
 * Shows the records that an action applies to, by name, and those that it leaves out; then takes the fields and the
 * reason.
 */
export const BulkDialog = <Row,>({ action, items, opened, onClose, onStart }: Props<Row>) => {
  const { t } = useTranslation('lists')
  const { subjects, isLoading } = useSubjects(items, action)
  const [isConfirmed, setConfirmed] = useState(false)
  const form = useForm<Record<string, string>>({ initialValues: { ...action.values, reason: '' } })
  const { Fields } = action
  const ready = items.flatMap((item): ReadyItem<Row>[] => {
    const subject = subjects.get(item.key)
    return subject && 'shown' in subject && subject.shown.whyNot === undefined
      ? [{ ...item, shown: subject.shown }]
      : []
  })
  const warnings = ready.filter(({ shown }) => shown.warning !== undefined).length
  const gap = () => {
    if (isLoading) return t('bulk.stillReading')
    if (ready.length === 0) return t('bulk.nothingLeft')
    if (warnings > 0 && !isConfirmed) return t('bulk.confirmFirst')
    return action.missing?.(form.values)
  }
  const missing = gap()
  return (
    <ActionDialog
      operation={action.operation}
      {...(action.status !== undefined && { status: action.status })}
      opened={opened}
      onClose={onClose}
      title={action.title(items.length)}
      about={items.map(({ key }) => key).join(' ')}
      text={action.text}
      submit={action.submit}
      {...(action.danger && { danger: true })}
      {...(action.templates && { templates: action.templates })}
      size="lg"
      form={form}
      ready={missing === undefined}
      {...(missing !== undefined && { missing })}
      onSubmit={async reason => onStart(ready, { ...form.values, reason })}
    >
      <div>
        <Text size="sm" role="status">
          {isLoading ? (
            <>
              <Loader size={12} mr={6} />
              {t('bulk.reading')}
            </>
          ) : (
            [
              t('bulk.applies', { count: ready.length }),
              items.length > ready.length && t('bulk.leavesOut', { count: items.length - ready.length }),
            ]
              .filter(Boolean)
              .join(' ')
          )}
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the list */}
        <ul className="bulk-list" tabIndex={0} aria-label={t('bulk.records')}>
          {items.map(({ key, name }) => (
            <Line key={key} name={name} subject={subjects.get(key)} />
          ))}
        </ul>
      </div>
      {Fields && <Fields form={form} />}
      {warnings > 0 && action.confirmWarnings && (
        <Checkbox
          label={action.confirmWarnings(warnings)}
          checked={isConfirmed}
          onChange={event => setConfirmed(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  )
}
