import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import type { Claim } from './queries.ts'

/** Shows a notice that the files of a claim are on hold. */
export const ClaimHold = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('holds')
  const can = useCan()
  if (!claim.retention.held) return null
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />}>
      {t('held')}{' '}
      {can('listStorageHolds') && (
        <AnchorLink to="/storage/holds" fz="sm" underline="always">
          {t('show')}
        </AnchorLink>
      )}
    </Alert>
  )
}
