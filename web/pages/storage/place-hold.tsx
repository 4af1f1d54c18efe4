import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'

/** A button that holds the files of a claim, or with null all files of the workspace. */
export const PlaceHold = ({ claimId }: { claimId: string | null }) => {
  const { t } = useTranslation('holds')
  const key = claimId === null ? 'place' : 'placeClaim'
  return (
    <Act
      operation="placeStorageHold"
      body={{ claimId }}
      label={t(key)}
      text={t(`${key}Text`)}
      variant={claimId === null ? 'filled' : 'default'}
      leftSection={<IconLock size={16} aria-hidden />}
    />
  )
}
