import { useTranslation } from 'react-i18next'
import { RecordAct } from '#web/family/record-act.tsx'
import type { Questionnaire } from './model.ts'

interface Props {
  /** The questionnaire to change. Without it, the dialog creates one. */
  readonly questionnaire?: Questionnaire
  readonly onSaved?: (record: { readonly id: string }) => void
}

/** A button with a dialog that creates or changes a questionnaire. */
export const WriteQuestionnaire = ({ questionnaire, onSaved }: Props) => {
  const { t } = useTranslation('questionnaires')
  const owner = questionnaire && { id: questionnaire.ownerId, name: questionnaire.ownerName }
  return (
    <RecordAct
      noun="Questionnaire"
      label={t(questionnaire ? 'edit' : 'new')}
      labels={{
        questionnaireKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{ ownerId: { offer: { kind: 'person', status: 'active' }, placeholder: t('noOwner'), selected: owner } }}
      record={questionnaire}
      title={t(questionnaire ? 'editTitle' : 'new')}
      {...(onSaved && { onDone: onSaved })}
    />
  )
}
