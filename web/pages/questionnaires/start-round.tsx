import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { StartDialog } from '#web/pages/campaigns/start-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Questionnaire } from './model.ts'

/** A button with a dialog that asks people to answer the current version. */
export const StartRound = ({ questionnaire }: { questionnaire: Questionnaire }) => {
  const { t } = useTranslation('questionnaires')
  const can = useCan()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const { openCount, opened, open, close } = useOpening()
  const { id: questionnaireId, currentVersionId: versionId, status } = questionnaire
  if (!can('startQuestionnaireRound') || status !== 'active' || versionId === null) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('rounds.start')}
      </Button>
      <StartDialog
        operation="startQuestionnaireRound"
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('rounds.start')}
        text={t('rounds.startText', { number: questionnaire.currentVersionNumber })}
        requirementHint={t('rounds.requirementHint')}
        rolesHint={t('rounds.rolesHint')}
        requirementKind="response_requirement"
        start={async input => {
          const body = { questionnaireId, versionId, ...input }
          const { id } = await unwrap(client.POST('/api/workspace/questionnaire-rounds', { body }))
          void refresh()
          await navigate({ to: '/governance/questionnaire-rounds/$roundId', params: { roundId: id } })
        }}
      />
    </>
  )
}
