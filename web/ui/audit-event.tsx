import { Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Copyable } from './copy.tsx'
import { Facts } from './facts.tsx'
import { ButtonLink } from './links.tsx'
import { RecordLink } from './records.tsx'
import { StatusBadge } from './status.tsx'
import { Time } from './time.tsx'

export type AuditEvent = Schemas['AuditEvent']

/** The actor: a name where there is one, else the kind of actor. */
export const ActorName = ({ event: { actorId, actorKind, actorName } }: { event: AuditEvent }) => {
  const { t } = useTranslation('trails')
  if (actorKind === 'system') return t('audit.byJob', { name: actorId })
  if (actorKind === 'anonymous') return t('audit.byNobody')
  return actorName ?? <code>{actorId}</code>
}

/** The first characters are enough to compare by eye; the button copies everything. */
const Digest = ({ value }: { value: string | null }) =>
  value === null ? null : <Copyable value={value} shown={`${value.slice(0, 12)}…`} />

/** The details of an audit row, next to the list that it was opened from. */
export const AuditDetails = ({ event, onClose }: { event: AuditEvent | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={event !== undefined}
      onClose={onClose}
      size="lg"
      title={event?.action}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {event && (
        <Stack>
          <Facts
            entries={[
              [t('audit.when'), <Time key="when" at={event.createdAt} />],
              [
                t('audit.who'),
                <Group key="who" gap={6}>
                  <RecordLink id={event.actorId}>
                    <ActorName event={event} />
                  </RecordLink>
                  <Text span size="xs" c="dimmed">
                    {t(`audit.kind.${event.actorKind}`)}
                  </Text>
                </Group>,
              ],
              [t('audit.what'), <code key="what">{event.action}</code>],
              [t('audit.outcome'), <StatusBadge key="outcome" status={event.outcome} />],
              [t('audit.record'), event.resourceId && <RecordLink key="record" id={event.resourceId} />],
              [t('audit.why'), event.reason ?? t('audit.noReason')],
              [t('audit.detail'), event.detail],
              [t('audit.before'), event.beforeDigest && <Digest key="before" value={event.beforeDigest} />],
              [t('audit.after'), event.afterDigest && <Digest key="after" value={event.afterDigest} />],
              [t('audit.requestId'), <Copyable key="request" value={event.requestId} />],
              [t('audit.id'), <Copyable key="id" value={event.id} />],
            ]}
          />
          {event.beforeDigest && event.afterDigest && (
            <Text size="xs" c="dimmed">
              {t('audit.digests')}
            </Text>
          )}
          <Group gap="xs">
            {event.resourceId && (
              <Only label={t('audit.onlyRecord')} search={{ resourceId: event.resourceId }} onClick={onClose} />
            )}
            {event.actorKind !== 'anonymous' && (
              <Only label={t('audit.onlyActor')} search={{ actorId: event.actorId }} onClick={onClose} />
            )}
            <Only label={t('audit.onlyRequest')} search={{ requestId: event.requestId }} onClick={onClose} />
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface OnlyProps {
  readonly label: string
  readonly search: { resourceId?: string; actorId?: string; requestId?: string }
  readonly onClick: () => void
}

const Only = ({ label, search, onClick }: OnlyProps) => (
  <ButtonLink to="/trails/audit" search={search} size="xs" variant="default" onClick={onClick}>
    {label}
  </ButtonLink>
)
