import './evidence.css'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AttachmentCard } from './attachment-card.tsx'
import type { Claim } from './queries.ts'

interface Props {
  readonly claim: Claim
  /** The artifact whose preview is open: one at a time, since each is held in memory. */
  readonly shown: string | undefined
  readonly onShow: (artifactId: string | undefined) => void
}

export const AttachmentList = ({ claim: { attachments, retention }, shown, onShow }: Props) => {
  const { t } = useTranslation('evidence')
  const retained = new Map(retention.files.map(file => [file.artifactId, file.retainUntil]))
  if (attachments.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t('attachment.none')}
      </Text>
    )
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className="plain-list">
      {attachments.map(attachment => {
        const { artifactId, linkId } = attachment
        const isShown = shown === artifactId
        return (
          <AttachmentCard
            key={linkId}
            attachment={attachment}
            retainUntil={retained.get(artifactId)}
            shown={isShown}
            onToggle={() => onShow(isShown ? undefined : artifactId)}
          />
        )
      })}
    </Stack>
  )
}
