import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { Questionnaire } from './model.ts'

interface Props {
  /** The questionnaire to change. Without it, the dialog creates one. */
  readonly questionnaire?: Questionnaire
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (id: string) => void
}

/** Creates or changes a questionnaire. Mounted again for each opening, to start with the current values. */
export const QuestionnaireDialog = ({ questionnaire, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('questionnaires')
  const refresh = useRefresh()
  const owner = questionnaire && { id: questionnaire.ownerId, name: questionnaire.ownerName }
  return (
    <RecordDialog
      operation={questionnaire ? 'updateQuestionnaire' : 'createQuestionnaire'}
      fields={fields.Questionnaire}
      labels={{
        questionnaireKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        description: t('description'),
        ownerId: t('owner'),
      }}
      choices={{ ownerId: { offer: { kind: 'person', status: 'active' }, placeholder: t('noOwner'), selected: owner } }}
      record={questionnaire}
      opened={opened}
      onClose={onClose}
      title={t(questionnaire ? 'editTitle' : 'new')}
      create={async (body, reason) => {
        const { id } = await unwrap(client.POST('/api/workspace/questionnaires', { body: { ...body, reason } }))
        void refresh()
        onSaved?.(id)
      }}
      change={async ({ questionnaireKey: _, ...changes }, reason, header) => {
        const params = { path: { questionnaireId: questionnaire?.id ?? '' }, header }
        await unwrap(
          client.PATCH('/api/workspace/questionnaires/{questionnaireId}', { params, body: { ...changes, reason } }),
        )
        await refresh()
      }}
    />
  )
}
