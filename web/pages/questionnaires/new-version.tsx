import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Questionnaire } from './model.ts'
import { VersionDialog } from './version-dialog.tsx'

/** A button with a dialog that creates a version of the questionnaire, starting with the current questions. */
export const NewVersion = ({ questionnaire }: { questionnaire: Questionnaire }) => {
  const { t } = useTranslation('questionnaires')
  const can = useCan()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const { openCount, opened, open, close } = useOpening()
  const { currentVersionId } = questionnaire
  const params = { path: { versionId: currentVersionId ?? '' } }
  const enabled = currentVersionId !== null
  const path = '/api/workspace/questionnaire-versions/{versionId}'
  const current = api.useQuery('get', path, { params }, { enabled })
  if (!can('createQuestionnaireVersion') || questionnaire.status === 'retired') return null
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" disabled={enabled && !current.data} onClick={open}>
        {t('versions.new')}
      </Button>
      <VersionDialog
        operation="createQuestionnaireVersion"
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('versions.new')}
        submit={t('versions.save')}
        questions={current.data?.questions ?? []}
        record={questionnaire}
        save={async (body, header) => {
          const params = { path: { questionnaireId: questionnaire.id }, header }
          const path = '/api/workspace/questionnaires/{questionnaireId}/versions'
          const { id } = await unwrap(client.POST(path, { params, body }))
          void refresh()
          await navigate({ to: '/governance/questionnaire-versions/$versionId', params: { versionId: id } })
        }}
      />
    </>
  )
}
