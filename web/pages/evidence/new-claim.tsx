import { Alert, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { ClaimForm } from './claim-form.tsx'
import { claimQuery } from './queries.ts'
import { Uploader } from './uploader.tsx'

const route = getRouteApi('/app/evidence/claims/new')

/** After the claim is created: its files, with the same reason. */
const Files = ({ claimId, reason }: { claimId: string; reason: string }) => {
  const { t } = useTranslation('evidence')
  const refresh = useRefresh()
  const { data: claim } = useQuery(claimQuery(claimId))
  return (
    <Stack maw={860}>
      <Alert variant="outline" color="teal" icon={<IconCheck />} role="status">
        {t('form.logged')}
      </Alert>
      {claim?.uploads ? (
        <Uploader claimId={claimId} maxBytes={claim.uploads.maxBytes} onUploaded={refresh} reason={reason}>
          <Group>
            <ButtonLink variant="default" to="/evidence/claims/$claimId" params={{ claimId }}>
              {t('form.openClaim')}
            </ButtonLink>
          </Group>
        </Uploader>
      ) : (
        <Lines count={3} />
      )}
    </Stack>
  )
}

export const NewClaim = () => {
  const { t } = useTranslation('evidence')
  const { evidenceRequirementId } = route.useSearch()
  const refresh = useRefresh()
  const [logged, setLogged] = useState<{ readonly claimId: string; readonly reason: string }>()
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
      {logged ? (
        <Files {...logged} />
      ) : (
        <ClaimForm
          evidenceRequirementId={evidenceRequirementId}
          onLogged={({ id }, reason) => {
            setLogged({ claimId: id, reason })
            void refresh()
          }}
        />
      )}
    </>
  )
}
