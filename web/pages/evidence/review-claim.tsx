import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '#web/ui/fold.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { mayBePreviewed } from '#web/ui/preview.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { ClaimComparison } from './claim-comparison.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { ClaimRounds } from './claim-rounds.tsx'
import { ClaimAnswer } from './claim-summary.tsx'
import type { Claim } from './queries.ts'
import { Snapshots } from './snapshots.tsx'

/** Larger files are shown only on request. */
const maxAutoPreviewBytes = 5_000_000

/** The artifact whose preview opens with the claim: the first file, if it loads quickly. */
export const initialPreview = ({ attachments: [first] }: Claim): string | undefined =>
  first && first.byteSize <= maxAutoPreviewBytes && mayBePreviewed(first.contentType) ? first.artifactId : undefined

interface Props {
  readonly claim: Claim
  readonly shownId: string | undefined
  readonly onShow: (artifactId: string | undefined) => void
  /** The form for the decision. */
  readonly children: ReactNode
}

/** Shows everything that the decision is about. */
export const ReviewClaim = ({ claim, shownId, onShow, children }: Props) => {
  const { t } = useTranslation('evidence')
  return (
    <Stack>
      <Group gap="sm">
        <Title order={2}>{claim.title}</Title>
        <StatusBadge status={claim.status} />
        <AnchorLink to="/evidence/claims/$claimId" params={{ claimId: claim.id }} fz="sm">
          {t('form.openClaim')}
        </AnchorLink>
      </Group>
      {children}
      <ClaimAnswer claim={claim} />
      <ClaimRounds claim={claim} />
      <ClaimComparison key={claim.id} claim={claim} />
      <Section title={t('attachment.title')}>
        <AttachmentList claim={claim} shownId={shownId} onShow={onShow} />
      </Section>
      <Snapshots claim={claim} />
      <Fold label={t('claim.facts')}>
        <ClaimFacts claim={claim} />
      </Fold>
    </Stack>
  )
}
