import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { exportLink } from '#web/pages/exports/model.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import type { AssessmentDetail } from './model.ts'
import { RoomEntries } from './room-entries.tsx'
import { RoomGuests } from './room-guests.tsx'
import { RoomMarks } from './room-marks.tsx'

const steps = {
  openRoom: {
    path: '/api/workspace/assessments/{assessmentId}/room',
    needs: 'openAssessmentRoom',
    text: 'openRoomText',
  },
  refresh: {
    path: '/api/workspace/assessments/{assessmentId}/room/refresh',
    needs: 'refreshAssessmentRoom',
    text: 'refreshText',
  },
  prepareBundle: {
    path: '/api/workspace/assessments/{assessmentId}/room/bundle',
    needs: 'prepareRoomBundle',
    text: 'prepareBundleText',
  },
  end: { path: '/api/workspace/assessments/{assessmentId}/room/end', needs: 'endAssessmentRoom', text: 'endText' },
} as const

type Step = keyof typeof steps

const Steps = ({ assessment, offered }: { assessment: AssessmentDetail; offered: readonly Step[] }) => {
  const { t } = useTranslation('rooms')
  const refresh = useRefresh()
  const can = useCan()
  const navigate = useNavigate()
  const [next, setNext] = useState<Step>()
  return offered
    .filter(step => can(steps[step].needs))
    .map(step => (
      <div key={step}>
        <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setNext(step)}>
          {t(step)}
        </Button>
        <ActionDialog
          operation={steps[step].needs}
          opened={next === step}
          onClose={() => setNext(undefined)}
          title={t(step)}
          text={t(steps[step].text)}
          submit={t(step)}
          danger={step === 'end'}
          record={assessment}
          onSubmit={async (reason, header) => {
            const params = { path: { assessmentId: assessment.id }, header }
            const { id } = await unwrap(client.POST(steps[step].path, { params, body: { reason } }))
            await refresh()
            if (step === 'prepareBundle') void navigate(exportLink(id))
          }}
        />
      </div>
    ))
}

const RoomFacts = ({ room }: { room: Schemas['Room'] }) => {
  const { t } = useTranslation('rooms')
  const { clauses, controls, claims } = room
  return (
    <Facts
      entries={[
        [t('status'), t(`statuses.${room.status}`)],
        [t('shown'), t('counts', { clauses, controls, claims })],
        [t('scope'), <Time key="scope" at={room.scopeAt} />],
        [t('openedBy'), room.openedByName],
        [t('digest'), <Copyable key="digest" value={room.scopeDigest} />],
        [t('concluded'), room.concludedAt && <Time key="concluded" at={room.concludedAt} />],
        [t('concludedBy'), room.concludedByName],
        [t('conclusion'), room.conclusion],
      ]}
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
  const offered: readonly Step[] = isOpen
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
          <Steps assessment={assessment} offered={data ? offered : []} />
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
