import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { ChangeDue } from '#web/pages/campaigns/change-due.tsx'
import { useCampaignFacts } from '#web/pages/campaigns/facts.tsx'
import { CampaignNotes, CampaignProgress } from '#web/pages/campaigns/notes.tsx'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import type { RoundDetail } from './model.ts'
import { OwnAnswers } from './own-answers.tsx'
import { Results } from './results.tsx'
import { RoundPeople } from './round-people.tsx'

const route = getRouteApi('/app/governance/questionnaire-rounds/$roundId')

const RoundFacts = ({ round }: { round: RoundDetail }) => {
  const { t } = useTranslation('questionnaires')
  const sharedFacts = useCampaignFacts(round)
  return (
    <FactList
      entries={[
        [
          t('questionnaire'),
          <RecordLink key="questionnaire" id={round.questionnaireId}>
            {round.title}
          </RecordLink>,
        ],
        [
          t('version'),
          <RecordLink key="version" id={round.versionId}>
            {round.versionNumber}
          </RecordLink>,
        ],
        ...sharedFacts,
      ]}
      details={[
        [t('key'), round.questionnaireKey],
        [t('versions.digest'), <Copyable key="digest" value={round.versionDigest} />],
      ]}
    />
  )
}

export const RoundPage = () => {
  const { t } = useTranslation('questionnaires')
  const { t: shared } = useTranslation('campaigns')
  const { roundId } = route.useParams()
  const can = useCan()
  const params = { path: { roundId } }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/questionnaire-rounds/{roundId}', { params })}
      title={({ title, versionNumber }) => t('rounds.heading', { title, number: versionNumber })}
      list={({ questionnaireId }) =>
        linkOptions({ to: '/governance/questionnaires/$questionnaireId', params: { questionnaireId } })
      }
      listTitle={({ title }) => title}
      buttons={round =>
        round.status === 'running' && (
          <>
            {can('updateQuestionnaireRound') && <ChangeDue operation="updateQuestionnaireRound" campaign={round} />}
            <Act
              operation="cancelQuestionnaireRound"
              record={round}
              label={t('rounds.cancel')}
              text={t('rounds.cancelText')}
              danger
            />
          </>
        )
      }
    >
      {round => (
        <Stack>
          <CampaignNotes
            campaign={round}
            failed={t('rounds.failed')}
            newer={t('rounds.newer', { number: round.currentVersionNumber })}
          />
          <OwnAnswers round={round} />
          <Section title={t('rounds.facts')}>
            <Stack>
              <CampaignProgress
                text={t('rounds.progress', { count: round.progress.submitted, asked: round.progress.asked })}
                done={round.progress.submitted}
                total={round.progress.asked}
              />
              <RoundFacts round={round} />
            </Stack>
          </Section>
          {can('getQuestionnaireResults') && (
            <Section title={t('results.title')}>
              <Results round={round} />
            </Section>
          )}
          {can('listQuestionnaireRoundPeople') && (
            <Section title={shared('whom')}>
              <RoundPeople roundId={round.id} />
            </Section>
          )}
        </Stack>
      )}
    </RecordDetail>
  )
}
