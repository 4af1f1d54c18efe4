import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useLevel } from './level.ts'
import type { RiskDetail } from './model.ts'
import { LinkControl, RiskControls } from './risk-controls.tsx'
import { WriteRisk } from './risk-dialog.tsx'

const route = getRouteApi('/app/governance/risks/$riskId')

const ChangeButtons = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const isClosed = risk.status === 'accepted' || risk.status === 'closed'
  return (
    <>
      {!isClosed && <WriteRisk risk={risk} />}
      <NextStatuses
        operation="updateRisk"
        record={risk}
        statuses={risk.nextStatuses.filter(status => status !== 'accepted' && status !== 'identified')}
        texts={status => {
          const move = status === 'assessed' && risk.status !== 'identified' ? 'reopened' : status
          return { button: t(`to.${move}`), title: t(`to.${move}`), text: t(`toText.${move}`) }
        }}
      />
    </>
  )
}

/** Shows how high the risk is before and after its treatment. */
const RiskLevel = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const format = useLevel()
  const before = format(risk.likelihood, risk.impact)
  const after = format(risk.residualLikelihood, risk.residualImpact)
  if (before === undefined) return t('notAssessed')
  const levels = [t('beforeTreatment', { level: before }), after && t('afterTreatment', { level: after })]
  return levels.filter(Boolean).join(', ')
}

const RiskFacts = ({ risk }: { risk: RiskDetail }) => {
  const { t } = useTranslation('risks')
  const degree = (value: number | null) => value !== null && t('degree', { degree: value })
  return (
    <RecordFacts
      fields={fields.Risk}
      labels={{
        riskKey: t('key'),
        description: t('description'),
      }}
      record={risk}
      extraRows={[
        [t('likelihood'), degree(risk.likelihood)],
        [t('impact'), degree(risk.impact)],
        [t('treatment'), risk.treatment && t(`treatments.${risk.treatment}`)],
        [t('residualLikelihood'), degree(risk.residualLikelihood)],
        [t('residualImpact'), degree(risk.residualImpact)],
        [t('owner'), risk.ownerName ?? t('noOwner')],
        [t('reviewDue'), risk.reviewDueAt && <Time key="review" at={risk.reviewDueAt} as="date" />],
        [t('acceptedBy'), risk.acceptedByName],
        [t('acceptedAt'), risk.acceptedAt && <Time key="accepted" at={risk.acceptedAt} />],
      ]}
    />
  )
}

export const RiskPage = () => {
  const { t } = useTranslation('risks')
  const { riskId } = route.useParams()
  const can = useCan()
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/risks/{riskId}', { params: { path: { riskId } } })}
      list={linkOptions({ to: '/governance/risks' })}
      listTitle={t('title')}
      responsible={risk => risk.ownerId}
      comments
      bearsRisk
      description={risk => <RiskLevel risk={risk} />}
      buttons={risk => (
        <>
          {can('updateRisk') && <ChangeButtons risk={risk} />}
          {risk.mayAccept && (
            <Act operation="acceptRisk" record={risk} label={t('accept')} text={t('acceptText')} variant="filled" />
          )}
        </>
      )}
    >
      {risk => (
        <Stack>
          {risk.whyNot === 'hand' && <Alert icon={<IconInfoCircle />}>{t('hand')}</Alert>}
          <Section title={t('facts')}>
            <RiskFacts risk={risk} />
          </Section>
          <Section title={t('controls.title')} actions={<LinkControl risk={risk} />}>
            <RiskControls risk={risk} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
