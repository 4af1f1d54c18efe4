import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '#web/api/client.ts'
import { bytesKey } from '#web/api/refresh.ts'
import { openAttachment } from '#web/workers/open-attachment.ts'

export type Claim = Schemas['WorkspaceClaim']
export type ListedClaim = Schemas['ListedClaim']
export type Attachment = Schemas['Attachment']
export type Requirement = Schemas['WorkspaceEvidenceRequirement']

/**
 * The claim with everything that a reviewer sees. Refreshed only when the user asks, because a decision is about what
 * was shown.
 */
export const claimQuery = (claimId: string) => ({
  ...api.queryOptions('get', '/api/workspace/claims/{claimId}', { params: { path: { claimId } } }),
  refetchOnWindowFocus: false as const,
  refetchOnReconnect: false as const,
})

const minuteMs = 60_000

/** The bytes of an attachment with their digest. Cached while it is shown and for a minute afterwards. */
export const contentQuery = ({ claimId, artifactId }: Pick<Attachment, 'claimId' | 'artifactId'>) =>
  queryOptions({
    queryKey: [bytesKey, 'attachment', claimId, artifactId],
    queryFn: ({ signal }) => openAttachment({ claimId, artifactId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: minuteMs,
    structuralSharing: false,
    // An error stays until the person retries; returning to the page does not retry.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })

export const nameOfRequirement = ({ requirementKey, title }: Pick<Requirement, 'requirementKey' | 'title'>): string =>
  `${requirementKey} · ${title}`
