import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Versioned } from '#web/api/version.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { offersOf, useChoices, useFieldLabel } from './choices.ts'
import { ownFields, type Register, type RegisterRecord } from './model.ts'

interface Props {
  readonly register: Register
  /** The record to change. Without it, the dialog creates one. */
  readonly record?: (RegisterRecord & Versioned) | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

const fieldOrder = (register: Register): readonly string[] => [
  ...[register.key, 'title', ...ownFields(register), 'description', 'ownerId'],
]

const RegisterDialog = ({ register, record, opened, onClose }: Props) => {
  const { t } = useTranslation('registers')
  const labelOf = useFieldLabel()
  const choices = useChoices(register)
  const recordChoices = Object.entries(offersOf(register)).map(([name, offer]) => [
    name,
    { offer, placeholder: register.fields[name]?.nullable ? t('none') : t('choose') },
  ])
  const names = record ? fieldOrder(register) : [...fieldOrder(register), 'status']
  const labels = names.map(name => {
    const label = labelOf(register, name)
    return [name, name === register.key ? { label, hint: t('keyHint') } : label] as const
  })
  return (
    <RecordDialog
      operation={register.operations[record ? 'update' : 'create']}
      fields={register.fields}
      labels={Object.fromEntries(labels)}
      choices={{ ...choices, ...Object.fromEntries(recordChoices) }}
      record={record}
      opened={opened}
      onClose={onClose}
      title={t(`${record ? 'edit' : 'new'}.${register.name}`)}
    />
  )
}

/** A button with a dialog that creates a record. */
export const CreateRecord = ({ register }: { register: Register }) => {
  const { t } = useTranslation('registers')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        {t(`new.${register.name}`)}
      </Button>
      <RegisterDialog key={openCount} register={register} opened={opened} onClose={close} />
    </>
  )
}

/** A button with a dialog that edits a record. */
export const EditRecord = ({ register, record }: { register: Register; record: RegisterRecord & Versioned }) => {
  const { t } = useTranslation('registers')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('change')}
      </Button>
      <RegisterDialog key={openCount} register={register} record={record} opened={opened} onClose={close} />
    </>
  )
}
