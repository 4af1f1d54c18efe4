import { Alert, Button, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Version } from './model.ts'
import { QuestionList } from './question-list.tsx'
import { VersionDialog } from './version-dialog.tsx'

const route = getRouteApi('/app/governance/questionnaire-versions/$versionId')

const EditButton = ({ version }: { version: Version }) => {
  const { t } = useTranslation('questionnaires')
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('versions.edit')}
      </Button>
      <VersionDialog
        operation="updateQuestionnaireVersion"
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('versions.edit')}
        submit={t('versions.save')}
        note={version.note}
        questions={version.questions}
        record={version}
        save={async (body, header) => {
          const params = { path: { versionId: version.id }, header }
          await unwrap(client.PATCH('/api/workspace/questionnaire-versions/{versionId}', { params, body }))
          await refresh()
        }}
      />
    </>
  )
}

const VersionFacts = ({ version }: { version: Version }) => {
  const { t } = useTranslation('questionnaires')
  return (
    <FactList
      entries={[
        [t('versions.note'), version.note],
        [t('versions.writtenBy'), version.writtenByName],
        [t('versions.publishedBy'), version.publishedByName],
        [t('versions.published'), version.publishedAt && <Time key="published" at={version.publishedAt} />],
      ]}
      details={[[t('versions.digest'), <Copyable key="digest" value={version.questionsDigest} />]]}
    />
  )
}

export const VersionPage = () => {
  const { t } = useTranslation('questionnaires')
  const { versionId } = route.useParams()
  const can = useCan()
  const params = { path: { versionId } }
  const query = api.useQuery('get', '/api/workspace/questionnaire-versions/{versionId}', { params })
  return (
    <RecordDetail
      query={query}
      title={({ number }) => t('versions.number', { number })}
      list={({ questionnaireId }) =>
        linkOptions({ to: '/governance/questionnaires/$questionnaireId', params: { questionnaireId } })
      }
      listTitle={({ title }) => title}
      buttons={version =>
        version.status === 'draft' && (
          <>
            {can('updateQuestionnaireVersion') && <EditButton version={version} />}
            <Act
              operation="withdrawQuestionnaireVersion"
              record={version}
              label={t('versions.withdraw')}
              title={t('versions.withdrawTitle', { number: version.number })}
              text={t('versions.withdrawText')}
              danger
            />
            {version.mayPublish && (
              <Act
                operation="publishQuestionnaireVersion"
                record={version}
                label={t('versions.publish')}
                title={t('versions.publishTitle', { number: version.number })}
                text={t('versions.publishText')}
                variant="filled"
              />
            )}
          </>
        )
      }
    >
      {version => (
        <Stack>
          {version.status === 'draft' && version.hadHand && (
            <Alert icon={<IconInfoCircle />}>{t('versions.needsOtherPerson')}</Alert>
          )}
          <Section title={t('versions.facts')}>
            <VersionFacts version={version} />
          </Section>
          <Section title={t('versions.questions')}>
            <QuestionList questions={version.questions} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
