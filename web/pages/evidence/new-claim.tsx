import { Alert, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { ClaimForm } from './claim-form.tsx'
import { claimQuery } from './queries.ts'
import { Uploader } from './uploader.tsx'

const route = getRouteApi('/app/evidence/claims/new')

interface FilesProps {
  readonly claimId: string
  /** The reason for the claim, which is lost after a reload. */
  readonly reason: string | undefined
}

/** Attaches files to the claim that was just created, with the same reason. */
const Files = ({ claimId, reason }: FilesProps) => {
  const { t } = useTranslation('evidence')
  const refresh = useRefresh()
  const { data: claim, error, refetch } = useQuery(claimQuery(claimId))
  if (error && !claim) return <ReadFailure error={error} retry={() => void refetch()} />
  const claimLink = (
    <Group>
      <ButtonLink variant="default" to="/evidence/claims/$claimId" params={{ claimId }}>
        {t('form.openClaim')}
      </ButtonLink>
    </Group>
  )
  return (
    <Stack maw={860}>
      <Alert variant="outline" color="teal" icon={<IconCheck />} role="status">
        {t('form.logged')}{' '}
        {claim && (
          <AnchorLink to="/evidence/claims/$claimId" params={{ claimId }} inherit>
            {claim.title}
          </AnchorLink>
        )}
      </Alert>
      {claim?.uploads ? (
        <Uploader claimId={claimId} maxBytes={claim.uploads.maxBytes} onUploaded={refresh} {...(reason && { reason })}>
          {claimLink}
        </Uploader>
      ) : claim ? (
        claimLink
      ) : (
        <Lines count={3} />
      )}
    </Stack>
  )
}

export const NewClaim = () => {
  const { t } = useTranslation('evidence')
  const { evidenceRequirementId, claim } = route.useSearch()
  const navigate = route.useNavigate()
  const refresh = useRefresh()
  const [reason, setReason] = useState<string>()
  return (
    <>
      <PageHeader
        title={t('form.title')}
        description={t('form.description')}
        back={
          <AnchorLink to="/evidence/claims" fz="sm">
            {t('claims.title')}
          </AnchorLink>
        }
      />
      {claim ? (
        <Files key={claim} claimId={claim} reason={reason} />
      ) : (
        <ClaimForm
          evidenceRequirementId={evidenceRequirementId}
          onCreated={({ id }, claimReason) => {
            setReason(claimReason)
            void navigate({ search: { claim: id }, replace: true })
            void refresh()
          }}
        />
      )}
    </>
  )
}
