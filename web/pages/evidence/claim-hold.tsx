import { Alert, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { PlaceHold } from '#web/pages/storage/place-hold.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Claim } from './queries.ts'

/** Says that the files of a claim are on hold. */
export const ClaimHold = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('holds')
  const can = useCan()
  if (!claim.retention.held) return null
  return (
    <Alert color="blue" variant="light" icon={<IconLock aria-hidden />}>
      {t('held')}{' '}
      {can('listStorageHolds') && (
        <AnchorLink to="/storage/holds" fz="sm" underline="always">
          {t('title')}
        </AnchorLink>
      )}
    </Alert>
  )
}

export const PlaceClaimHold = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('holds')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" leftSection={<IconLock size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        {t('placeClaim')}
      </Button>
      <PlaceHold key={openCount} claimId={claim.id} opened={opened} onClose={close} />
    </>
  )
}
