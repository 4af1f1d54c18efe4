import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { NewVersion } from './new-version.tsx'
import { WriteQuestionnaire } from './questionnaire-dialog.tsx'
import { Rounds } from './rounds.tsx'
import { StartRound } from './start-round.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/app/governance/questionnaires/$questionnaireId')

export const QuestionnairePage = () => {
  const { t } = useTranslation('questionnaires')
  const { questionnaireId } = route.useParams()
  const params = { path: { questionnaireId } }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/questionnaires/{questionnaireId}', { params })}
      list={linkOptions({ to: '/governance/questionnaires' })}
      listTitle={t('title')}
      buttons={questionnaire =>
        questionnaire.status !== 'retired' && (
          <>
            <WriteQuestionnaire questionnaire={questionnaire} />
            <Act
              operation="retireQuestionnaire"
              record={questionnaire}
              label={t('retire')}
              title={t('retireTitle')}
              text={t('retireText')}
              danger
            />
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
