import { Button, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Questionnaire } from './model.ts'
import { NewVersion } from './new-version.tsx'
import { QuestionnaireDialog } from './questionnaire-dialog.tsx'
import { Rounds } from './rounds.tsx'
import { StartRound } from './start-round.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/app/governance/questionnaires/$questionnaireId')

const EditButton = ({ questionnaire }: { questionnaire: Questionnaire }) => {
  const { t } = useTranslation('questionnaires')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('edit')}
      </Button>
      <QuestionnaireDialog key={openCount} questionnaire={questionnaire} opened={opened} onClose={close} />
    </>
  )
}

const RetireButton = ({ questionnaire }: { questionnaire: Questionnaire }) => {
  const { t } = useTranslation('questionnaires')
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('retire')}
      </Button>
      <ActionDialog
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('retireTitle')}
        text={t('retireText')}
        submit={t('retire')}
        danger
        record={questionnaire}
        onSubmit={async (reason, header) => {
          const params = { path: { questionnaireId: questionnaire.id }, header }
          const path = '/api/workspace/questionnaires/{questionnaireId}/retire'
          await unwrap(client.POST(path, { params, body: { reason } }))
          await refresh()
        }}
      />
    </>
  )
}

export const QuestionnairePage = () => {
  const { t } = useTranslation('questionnaires')
  const { questionnaireId } = route.useParams()
  const can = useCan()
  const params = { path: { questionnaireId } }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/questionnaires/{questionnaireId}', { params })}
      list={linkOptions({ to: '/governance/questionnaires' })}
      listTitle={t('title')}
      buttons={questionnaire =>
        questionnaire.status !== 'retired' && (
          <>
            {can('updateQuestionnaire') && <EditButton questionnaire={questionnaire} />}
            {can('retireQuestionnaire') && <RetireButton questionnaire={questionnaire} />}
          </>
        )
      }
    >
      {questionnaire => (
        <Stack>
          <Section title={t('facts')}>
            <RecordFacts
              fields={fields.Questionnaire}
              labels={{ questionnaireKey: t('key'), description: t('description') }}
              record={questionnaire}
              extraRows={[
                [t('owner'), questionnaire.ownerName ?? t('noOwner')],
                [t('version'), questionnaire.currentVersionNumber ?? t('noVersion')],
              ]}
            />
          </Section>
          <Section title={t('versions.title')} actions={<NewVersion questionnaire={questionnaire} />}>
            <Versions questionnaireId={questionnaire.id} />
          </Section>
          <Section title={t('rounds.title')} actions={<StartRound questionnaire={questionnaire} />}>
            <Rounds questionnaireId={questionnaire.id} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
