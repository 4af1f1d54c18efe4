import { Alert, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ClaimForm } from './claim-form.tsx'
import { FileDrop } from './file-drop.tsx'
import { claimQuery } from './queries.ts'
import { Uploader } from './uploader.tsx'
import { type Target, type Uploads, useUploads } from './use-uploads.ts'

const route = getRouteApi('/app/evidence/claims/new')

/** Shows that the claim was submitted, above the files that are still being attached. */
const Submitted = ({ claimId, children }: { readonly claimId: string; readonly children: ReactNode }) => {
  const { t } = useTranslation('evidence')
  return (
    <Stack maw={720}>
      <Alert color="teal" icon={<IconCheck />} role="status">
        {t('form.submitted')}
      </Alert>
      {children}
      <Group>
        <ButtonLink variant="default" to="/evidence/claims/$claimId" params={{ claimId }}>
          {t('form.openClaim')}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

interface SendingProps {
  readonly target: Target
  readonly files: Uploads
  readonly maxBytes: number
}

/** Sends the chosen files to the claim that was just created, then opens the claim. */
const SendingFiles = ({ target, files, maxBytes }: SendingProps) => {
  const { t } = useTranslation('evidence')
  const navigate = route.useNavigate()
  const { claimId } = target
  useLeaveGuard(!files.isDone, t('upload.leave'))
  const isComplete = files.uploads.every(({ state }) => state.kind === 'stored' || state.kind === 'rejected')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once all files are stored
  useEffect(() => {
    if (isComplete) void navigate({ to: '/evidence/claims/$claimId', params: { claimId }, replace: true })
  }, [isComplete])
  return (
    <Submitted claimId={claimId}>
      <FileDrop
        files={files}
        maxBytes={maxBytes}
        onDrop={dropped => void files.add(dropped, target)}
        onRetry={upload => void files.retry(upload, target)}
      />
    </Submitted>
  )
}

/** Attaches files to a claim that was created before the page was reloaded. */
const FilesOfClaim = ({ claimId }: { readonly claimId: string }) => {
  const refresh = useRefresh()
  const { data: claim, error, refetch } = useQuery(claimQuery(claimId))
  if (error && !claim) return <ReadFailure error={error} retry={() => void refetch()} />
  return (
    <Submitted claimId={claimId}>
      {claim?.uploads && <Uploader claimId={claimId} maxBytes={claim.uploads.maxBytes} onUploaded={refresh} />}
    </Submitted>
  )
}

/** The page for a new claim: the form, then the progress of its files. */
export const NewClaim = () => {
  const { t } = useTranslation('evidence')
  const { evidenceRequirementId, claim } = route.useSearch()
  const navigate = route.useNavigate()
  const refresh = useRefresh()
  const { maxUploadBytes: maxBytes } = useSession()
  const files = useUploads({ maxBytes, onUploaded: refresh })
  const [target, setTarget] = useState<Target>()
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
      {target ? (
        <SendingFiles target={target} files={files} maxBytes={maxBytes} />
      ) : claim ? (
        <FilesOfClaim key={claim} claimId={claim} />
      ) : (
        <ClaimForm
          evidenceRequirementId={evidenceRequirementId}
          files={files}
          maxBytes={maxBytes}
          onCreated={async ({ id }, reason) => {
            const newTarget = { claimId: id, reason }
            await navigate({ search: { claim: id }, replace: true })
            void refresh()
            setTarget(newTarget)
            void files.start(newTarget)
          }}
        />
      )}
    </>
  )
}
