import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStartFields } from '#web/pages/campaigns/start-fields.tsx'
import { Act } from '#web/ui/act.tsx'
import type { Questionnaire } from './model.ts'

/** A button with a dialog that asks people to answer the current version. */
export const StartRound = ({ questionnaire }: { questionnaire: Questionnaire }) => {
  const { t } = useTranslation('questionnaires')
  const navigate = useNavigate()
  const { body, fields, dialog } = useStartFields({
    requirementHint: t('rounds.requirementHint'),
    requirementKind: 'response_requirement',
    rolesHint: t('rounds.rolesHint'),
  })
  const { id: questionnaireId, currentVersionId: versionId, status } = questionnaire
  if (status !== 'active' || versionId === null) return null
  return (
    <Act
      operation="startQuestionnaireRound"
      body={{ questionnaireId, versionId, ...body }}
      label={t('rounds.start')}
      text={t('rounds.startText', { number: questionnaire.currentVersionNumber })}
      size="xs"
      dialog={dialog}
      onDone={({ id }) => navigate({ to: '/governance/questionnaire-rounds/$roundId', params: { roundId: id } })}
    >
      {fields}
    </Act>
  )
}
