import { Button, type ButtonProps, type ButtonVariant } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { fields } from '#web/api/fields.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { useCan } from '#web/api/session.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { RecordDialog, type RecordDialogProps } from './record-dialog.tsx'

type AllFields = typeof fields

/** The kinds of record whose fields `api/fields.ts` has. */
type Noun = keyof AllFields

/** The operations that create and change a kind of record. */
type WritesOf<Kind extends Noun> = Extract<ReasonedOperation, `${'create' | 'update'}${Kind}`>

interface Options<Kind extends Noun> {
  /** The kind of record, as in the names of its operations: `Control` has createControl and updateControl. */
  readonly noun: Kind
  /** The label of the button. */
  readonly label: string
  readonly size?: ButtonProps['size']
  readonly variant?: ButtonVariant
}

type Props<Kind extends Noun, Name extends keyof AllFields[Kind] & string, Extra extends object> = Options<Kind> &
  Omit<RecordDialogProps<WritesOf<Kind>, AllFields[Kind], Name, Extra>, 'operation' | 'fields' | 'opened' | 'onClose'>

/**
 * A button with a dialog that creates a record, or changes the given one. Shows nothing to people who may not.
 *
 *     <RecordAct noun="Control" label={t('edit')} title={t('editTitle')} labels={labels} record={control} />
 */
export const RecordAct = <
  Kind extends Noun,
  Name extends keyof AllFields[Kind] & string,
  Extra extends object = Record<never, never>,
>(
  props: Props<Kind, Name, Extra>,
) => {
  const { noun, label, size = 'sm', variant, ...dialog } = props
  const { openCount, opened, open, close } = useOpening()
  const can = useCan()
  const isNew = dialog.record === undefined
  // Each noun that people write has both operations.
  const operation = `${isNew ? 'create' : 'update'}${noun}` as WritesOf<Kind>
  if (!can(operation)) return null
  return (
    <>
      <Button
        size={size}
        variant={variant ?? (isNew ? 'filled' : 'default')}
        leftSection={isNew && <IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {label}
      </Button>
      <RecordDialog
        key={openCount}
        {...dialog}
        operation={operation}
        fields={fields[noun]}
        opened={opened}
        onClose={close}
      />
    </>
  )
}
