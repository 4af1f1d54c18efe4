import { Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { exportLink } from '#web/pages/exports/model.ts'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import type { AssessmentDetail } from './model.ts'
import { RoomEntries } from './room-entries.tsx'
import { RoomGuests } from './room-guests.tsx'
import { RoomMarks } from './room-marks.tsx'
import { RoomStatus } from './room-status.tsx'

const operations = {
  openRoom: 'openAssessmentRoom',
  refresh: 'refreshAssessmentRoom',
  prepareBundle: 'prepareRoomBundle',
  end: 'endAssessmentRoom',
} as const

type Step = keyof typeof operations

const Steps = ({ assessment, availableSteps }: { assessment: AssessmentDetail; availableSteps: readonly Step[] }) => {
  const { t } = useTranslation('rooms')
  const navigate = useNavigate()
  return availableSteps.map(step => (
    <Act
      key={step}
      operation={operations[step]}
      record={assessment}
      label={t(step)}
      text={t(`${step}Text`)}
      size="xs"
      danger={step === 'end'}
      onDone={({ id }) => step === 'prepareBundle' && void navigate(exportLink(id))}
    />
  ))
}

const RoomFacts = ({ room }: { room: Schemas['Room'] }) => {
  const { t } = useTranslation('rooms')
  const { list } = useFormat()
  const { clauses, controls, claims } = room
  const contents = list([
    t('counted.clauses', { count: clauses }),
    t('counted.controls', { count: controls }),
    t('counted.claims', { count: claims }),
  ])
  return (
    <FactList
      entries={[
        [t('status'), <RoomStatus key="status" status={room.status} />],
        [t('shown'), contents],
        [t('scope'), <Time key="scope" at={room.scopeAt} />],
        [t('openedBy'), room.openedByName],
        [t('concluded'), room.concludedAt && <Time key="concluded" at={room.concludedAt} />],
        [t('concludedBy'), room.concludedByName],
        [t('conclusion'), room.conclusion],
      ]}
      details={[[t('digest'), <Copyable key="digest" value={room.scopeDigest} />]]}
    />
  )
}

const openStatuses: readonly string[] = ['in_progress', 'in_review']

/** The room of an external assessment: its frozen scope, its guests and their marks. */
export const RoomSection = ({ assessment }: { assessment: AssessmentDetail }) => {
  const { t } = useTranslation('rooms')
  const params = { path: { assessmentId: assessment.id } }
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/assessments/{assessmentId}/room', { params })
  const room = data?.room
  const isOpen = room?.status === 'open'
  const availableSteps: readonly Step[] = isOpen
    ? room.concludedAt === null
      ? ['refresh', 'prepareBundle', 'end']
      : ['prepareBundle', 'end']
    : openStatuses.includes(assessment.status)
      ? ['openRoom']
      : []
  return (
    <Section
      title={t('room')}
      actions={
        <Group gap="xs">
          <Steps assessment={assessment} availableSteps={data ? availableSteps : []} />
        </Group>
      }
    >
      <ErrorNote error={error} retry={() => void refetch()} />
      {data && !room && <Empty title={t('none')} text={t('noneText')} />}
      {room && (
        <Stack>
          <RoomFacts room={room} />
          <RoomGuests assessment={assessment} canInvite={isOpen && room.concludedAt === null} />
          <RoomMarks assessmentId={assessment.id} />
          <RoomEntries assessment={assessment} canAnswer={isOpen && room.concludedAt === null} />
        </Stack>
      )}
    </Section>
  )
}
