import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Props {
  /** The claim whose files to hold; null for all files of the workspace. */
  readonly claimId: string | null
  readonly opened: boolean
  readonly onClose: () => void
}

export const PlaceHold = ({ claimId, opened, onClose }: Props) => {
  const { t } = useTranslation('holds')
  const refresh = useRefresh()
  const textKey = claimId === null ? 'place' : 'placeClaim'
  return (
    <ActionDialog
      operation="placeStorageHold"
      opened={opened}
      onClose={onClose}
      title={t(textKey)}
      text={t(`${textKey}Text`)}
      submit={t(textKey)}
      onSubmit={async reason => {
        await unwrap(client.POST('/api/workspace/storage-holds', { body: { claimId, reason } }))
        await refresh()
      }}
    />
  )
}
