import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Framework } from './model.ts'

interface Props {
  /** The framework to edit. Without it, the dialog creates one. */
  readonly framework?: Framework
  readonly onSaved?: (record: { readonly id: string }) => void
}

/** A button with a dialog that creates or edits a framework. */
export const WriteFramework = ({ framework, onSaved }: Props) => {
  const { t } = useTranslation('frameworks')
  return (
    <RecordAct
      noun="Framework"
      label={t(framework ? 'edit' : 'framework.new')}
      labels={{
        frameworkKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        version: t('framework.version'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{
        ownerId: {
          offer: { kind: 'person', status: 'active' },
          placeholder: t('noOwner'),
          selected: framework && { id: framework.ownerId, name: framework.ownerName },
        },
      }}
      record={framework}
      startActive={t('activeNow')}
      title={t(framework ? 'framework.editTitle' : 'framework.new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
