import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Control } from './model.ts'

interface Props {
  /** The control to edit. Without it, the dialog creates one. */
  readonly control?: Control
  readonly onSaved?: (record: { readonly id: string }) => void
}

/** A button with a dialog that creates or edits a control. */
export const WriteControl = ({ control, onSaved }: Props) => {
  const { t } = useTranslation('frameworks')
  return (
    <RecordAct
      noun="Control"
      label={t(control ? 'edit' : 'controls.new')}
      labels={{
        controlKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{
        ownerId: {
          offer: { kind: 'person', status: 'active' },
          placeholder: t('noOwner'),
          selected: control && { id: control.ownerId, name: control.ownerName },
        },
      }}
      record={control}
      startActive={t('activeNow')}
      title={t(control ? 'controls.editTitle' : 'controls.new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
