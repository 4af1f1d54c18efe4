import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AttachmentCard } from './attachment-card.tsx'
import type { Claim } from './queries.ts'

interface Props {
  readonly claim: Claim
  /** The artifact whose preview is open: one at a time, because each is held in memory. */
  readonly shownId: string | undefined
  readonly onShow: (artifactId: string | undefined) => void
}

/** The files of a claim. */
export const AttachmentList = ({ claim: { attachments, retention }, shownId, onShow }: Props) => {
  const { t } = useTranslation('evidence')
  const retainUntilById = new Map(retention.files.map(file => [file.artifactId, file.retainUntil]))
  if (attachments.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t('attachment.none')}
      </Text>
    )
  return (
    <Stack component="ul" gap="xs" className="plain-list">
      {attachments.map(attachment => {
        const { artifactId, linkId } = attachment
        const isShown = shownId === artifactId
        return (
          <AttachmentCard
            key={linkId}
            attachment={attachment}
            retainUntil={retainUntilById.get(artifactId)}
            isShown={isShown}
            onToggle={() => onShow(isShown ? undefined : artifactId)}
          />
        )
      })}
    </Stack>
  )
}
