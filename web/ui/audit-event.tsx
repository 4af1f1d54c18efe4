import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useDetailWords } from './audit-detail.ts'
import { AuditSentence, useActorName } from './audit-sentence.tsx'
import { sentenceInputOf } from './audit-sentence-input.ts'
import { Copyable } from './copy.tsx'
import { shownOutcome } from './deliveries.ts'
import { useFormat } from './display.ts'
import { EraseWords, erasableOf } from './erase-words.tsx'
import { FactList } from './facts.tsx'
import { ButtonLink } from './links.tsx'
import { RecordLink } from './records.tsx'
import { StatusBadge } from './status.tsx'
import { Time } from './time.tsx'
import { useOpening } from './use-opening.ts'

export type AuditEvent = Schemas['AuditEvent']

const hasDetail = ({ detail, erased }: AuditEvent): boolean =>
  detail !== null || erased.some(({ field }) => field === 'detail')

/** The first characters are enough to compare by eye; the button copies everything. */
const Digest = ({ value }: { value: string | null }) =>
  value === null ? null : <Copyable value={value} display={`${value.slice(0, 12)}…`} />

/** The text of a field; if the field was erased, who erased it and why. */
const ErasableText = ({ event, field, none }: { event: AuditEvent; field: 'reason' | 'detail'; none?: string }) => {
  const { t } = useTranslation('trails')
  const wordsOf = useDetailWords()
  const erasure = event.erased.find(entry => entry.field === field)
  if (!erasure) return (field === 'detail' ? wordsOf(event.detail ?? '') : undefined) ?? event[field] ?? none
  return (
    <Text span size="sm" fs="italic">
      {t('erase.erased', { who: erasure.erasedByName ?? erasure.erasedBy })} <Time at={erasure.erasedAt} />
      {erasure.reason && `: ${erasure.reason}`}
    </Text>
  )
}

const Leaf = ({ event: { id, leaf } }: { event: AuditEvent }) => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const can = useCan()
  if (!leaf) return t('leaf.notYet')
  const { generation, index } = leaf
  return (
    <Stack gap={4} align="flex-start">
      {t('leaf.at', { index: number(index), generation })}
      {can('getLedgerProof') && (
        <Button
          component="a"
          href={`/api/workspace/ledger/proofs/${id}`}
          download={`${id}.tlog-proof`}
          title={t('leaf.hint')}
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {t('leaf.download')}
        </Button>
      )}
    </Stack>
  )
}

const Erase = ({ event, onErased }: { event: AuditEvent; onErased: () => void }) => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const opening = useOpening()
  if (!can('eraseAuditFields') || erasableOf(event).length === 0) return null
  return (
    <>
      <Button size="xs" variant="default" color="red" aria-haspopup="dialog" onClick={opening.open}>
        {t('erase.title')}
      </Button>
      <EraseWords
        key={opening.openCount}
        event={event}
        opened={opening.opened}
        onClose={opening.close}
        onErased={onErased}
      />
    </>
  )
}

/** The details of an audit row, in a dialog over the list. */
export const AuditDetails = ({ event, onClose }: { event: AuditEvent | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const nameOf = useActorName()
  return (
    <Modal
      opened={event !== undefined}
      onClose={onClose}
      size="lg"
      title={t('audit.row')}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {event && (
        <Stack>
          <Text>
            <AuditSentence row={sentenceInputOf(event)} />
          </Text>
          <FactList
            entries={[
              [t('audit.when'), <Time key="when" at={event.createdAt} />],
              [
                t('audit.who'),
                <Group key="who" gap={6}>
                  <RecordLink id={event.actorId}>{nameOf(sentenceInputOf(event).actor)}</RecordLink>
                  <Text span size="xs" c="dimmed">
                    {t(`audit.kind.${event.actorKind}`)}
                  </Text>
                </Group>,
              ],
              [t('audit.outcome'), <StatusBadge key="outcome" status={shownOutcome([event])} />],
              [
                t('audit.record'),
                event.record && (
                  <RecordLink key="record" id={event.record.id}>
                    {event.record.title}
                  </RecordLink>
                ),
              ],
              [t('audit.why'), <ErasableText key="why" event={event} field="reason" none={t('audit.noReason')} />],
              [t('audit.detail'), hasDetail(event) && <ErasableText key="detail" event={event} field="detail" />],
            ]}
            details={[
              [t('audit.action'), <code key="action">{event.action}</code>],
              [t('audit.recordId'), event.resourceId && <Copyable key="record" value={event.resourceId} />],
              [t('audit.actorId'), <Copyable key="actor" value={event.actorId} />],
              [t('audit.before'), event.beforeDigest && <Digest key="before" value={event.beforeDigest} />],
              [t('audit.after'), event.afterDigest && <Digest key="after" value={event.afterDigest} />],
              [t('audit.content'), event.contentDigest && <Digest key="content" value={event.contentDigest} />],
              [t('leaf.title'), <Leaf key="leaf" event={event} />],
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
              <FilterLink label={t('audit.onlyRecord')} search={{ resourceId: event.resourceId }} onClick={onClose} />
            )}
            {event.actorKind !== 'anonymous' && (
              <FilterLink label={t('audit.onlyActor')} search={{ actorId: event.actorId }} onClick={onClose} />
            )}
            <FilterLink label={t('audit.onlyRequest')} search={{ requestId: event.requestId }} onClick={onClose} />
            <Erase event={event} onErased={onClose} />
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface FilterLinkProps {
  readonly label: string
  readonly search: { resourceId?: string; actorId?: string; requestId?: string }
  readonly onClick: () => void
}

const FilterLink = ({ label, search, onClick }: FilterLinkProps) => (
  <ButtonLink to="/trails/audit" search={search} size="xs" variant="default" onClick={onClick}>
    {label}
  </ButtonLink>
)
