import type { ComponentType } from 'react'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import type { Operation } from '#web/api/session.ts'
import type { Form } from '#web/ui/form.ts'

/** The values of the dialog, including the reason. */
export type BulkValues = Readonly<Record<string, string>>

/** The details of a record that are read before people decide on it. */
export interface Shown {
  /** The reason why the action does not apply to this record. The dialog names such records and leaves them out. */
  readonly whyNot?: string | undefined
  /** Details in the list of the dialog, such as the requirement and the number of files. */
  readonly details?: readonly string[]
  /** A warning that the person must confirm, such as that the record was never opened. */
  readonly warning?: string | undefined
}

/**
 * An action on the selected rows of a list. Each row is changed by a separate request, with its own version and audit
 * row.
 */
export interface BulkAction<Row, Subject extends Shown = Shown> {
  readonly operation: ReasonedOperation & Operation
  /** The label of the button, which opens a dialog. */
  readonly label: string
  /** The title of the dialog and of the result, for the number of records. */
  readonly title: (count: number) => string
  readonly text?: string
  /** The label of the button in the dialog. */
  readonly submit: string
  readonly danger?: boolean
  readonly templates?: readonly string[]
  /** The status that the action sets. It can make the dialog ask for the reason (`web/api/reasons.ts`). */
  readonly status?: string
  /** The initial values of the fields. */
  readonly values?: BulkValues
  /** The fields other than the reason. */
  readonly Fields?: ComponentType<{ readonly form: Form<BulkValues> }>
  /** Returns the message if a field is missing something. */
  readonly missing?: (values: BulkValues) => string | undefined
  /** Reads what the dialog shows about a row. */
  read(row: Row, signal: AbortSignal): Promise<Subject> | Subject
  /** The text that confirms the warnings; `count` records have one. */
  readonly confirmWarnings?: (count: number) => string
  perform(row: Row, subject: Subject, values: BulkValues, all: BulkCounts): Promise<unknown>
}

export interface BulkCounts {
  /** The records that are acted on together. */
  readonly count: number
}
