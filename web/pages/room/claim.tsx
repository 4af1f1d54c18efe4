import { Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedRoomItem, RoomItem } from '#web/api/room.ts'
import { FactList } from '#web/ui/facts.tsx'
import { JsonView } from '#web/ui/json-view.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { FrozenFile } from './file.tsx'

type Claim = NonNullable<RoomItem['claim']>

const Decision = ({ claim: { decision, status } }: { claim: Claim }) => {
  const { t } = useTranslation('rooms')
  const without = status === 'submitted' ? 'decision.none' : 'decision.notFrozen'
  return (
    <Section title={t('decision.title')} actions={<StatusBadge status={status} />}>
      {decision ? (
        <FactList
          entries={[
            [t(`decision.${decision.outcome}`), decision.decidedByName],
            [t('decision.at'), <Time key="at" at={decision.decidedAt} />],
            [
              t('decision.why'),
              <span key="why" className="as-written">
                {decision.reason}
              </span>,
            ],
          ]}
        />
      ) : (
        <Text c="dimmed" size="sm">
          {t(without)}
        </Text>
      )}
    </Section>
  )
}

/** The content of a frozen claim: its files first, then who decided it, then the record. */
export const ClaimParts = ({ item, claim }: { item: ListedRoomItem; claim: Claim }) => {
  const { t } = useTranslation('rooms')
  const { artifactId } = useParams({ strict: false })
  const { observedFrom, observedUntil } = claim
  return (
    <>
      <Section title={t('files')}>
        {claim.attachments.length === 0 && <Text c="dimmed">{t('noFiles')}</Text>}
        <Stack component="ul" p={0} m={0}>
          {claim.attachments.map(file => (
            <FrozenFile key={file.artifactId} claimId={item.id} file={file} isOpen={file.artifactId === artifactId} />
          ))}
        </Stack>
      </Section>
      <Decision claim={claim} />
      <Section title={t('kindNames.claim')}>
        <FactList
          entries={[
            [t('facts.validFrom'), <Time key="from" at={claim.validFrom} />],
            [t('facts.validUntil'), <Time key="until" at={claim.validUntil} />],
            [t('facts.observedFrom'), observedFrom && <Time key="observed" at={observedFrom} />],
            [t('facts.observedUntil'), observedUntil && <Time key="observedUntil" at={observedUntil} />],
            [t('facts.subject'), claim.subject],
            [t('facts.source'), claim.source],
          ]}
        />
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
