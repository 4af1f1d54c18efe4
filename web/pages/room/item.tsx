import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { itemQuery, type ListedRoomItem, type RoomItem, type RoomSession } from '#web/api/room.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { JsonView } from '#web/ui/json-view.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { Entries } from './entries.tsx'
import { FrozenFile } from './file.tsx'
import { MarkForm } from './mark-form.tsx'

const ClaimParts = ({ id, claim }: { id: string; claim: NonNullable<RoomItem['claim']> }) => {
  const { t } = useTranslation('rooms')
  const { observedFrom, observedUntil } = claim
  return (
    <>
      <Facts
        entries={[
          [t('facts.subject'), claim.subject],
          [t('facts.source'), claim.source],
          [t('facts.status'), <StatusBadge key="status" status={claim.status} />],
          [t('facts.validFrom'), <Time key="from" at={claim.validFrom} />],
          [t('facts.validUntil'), <Time key="until" at={claim.validUntil} />],
          [t('facts.observedFrom'), observedFrom && <Time key="observed" at={observedFrom} />],
          [t('facts.observedUntil'), observedUntil && <Time key="observedUntil" at={observedUntil} />],
        ]}
      />
      <Section title={t('files')}>
        {claim.attachments.length === 0 && <Text c="dimmed">{t('noFiles')}</Text>}
        <Stack component="ul" p={0} m={0}>
          {claim.attachments.map(file => (
            <FrozenFile key={file.artifactId} claimId={id} file={file} />
          ))}
        </Stack>
      </Section>
      <Section title={t('source')}>
        <JsonView value={claim.sourceSnapshot} label={t('source')} />
      </Section>
      <Section title={t('claim')}>
        <JsonView value={claim.claimSnapshot} label={t('claim')} />
      </Section>
    </>
  )
}

interface Props {
  readonly listedItem: ListedRoomItem
  readonly session: RoomSession
  readonly onBack: () => void
}

/** A frozen item, with the entries about it. Mounted again for each opening. */
export const OpenedItem = ({ listedItem, session, onBack }: Props) => {
  const { t } = useTranslation('rooms')
  const { data, error, isPending, refetch } = useQuery(itemQuery(listedItem.id))
  const isConcluded = session.room.concludedAt !== null
  const back = (
    <Button variant="default" size="xs" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
      {t('back')}
    </Button>
  )
  return (
    <Section title={`${listedItem.key} · ${listedItem.title}`} actions={back} takesFocus>
      {isPending && <Lines count={4} />}
      <ErrorNote error={error} retry={() => void refetch()} />
      {data && (
        <Stack>
          {data.item.text && <Text className="as-written">{data.item.text}</Text>}
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {t('itemDigest')}
            </Text>
            <Copyable value={data.digest} />
          </Group>
          {data.item.related.length > 0 && (
            <Facts entries={[[t('related'), data.item.related.map(({ key }) => key).join(', ')]]} />
          )}
          {data.item.claim && <ClaimParts id={listedItem.id} claim={data.item.claim} />}
          {listedItem.kind === 'claim' && (
            <MarkForm listedItem={listedItem} isConcluded={isConcluded} onReopen={() => void refetch()} />
          )}
          <Entries itemId={listedItem.id} isConcluded={isConcluded} />
        </Stack>
      )}
    </Section>
  )
}
