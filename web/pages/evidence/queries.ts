import { queryOptions, useQuery } from '@tanstack/react-query'
import { answered, api, client, type Schemas } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import { openAttachment } from '#web/workers/open-attachment.ts'

export type Claim = Schemas['WorkspaceClaim']
export type ListedClaim = Schemas['ListedClaim']
export type Attachment = Schemas['Attachment']
export type Requirement = Schemas['WorkspaceEvidenceRequirement']

/**
 * The claim with everything that a reviewer sees. It is not refreshed unless the reader asks: a decision is about what
 * was shown.
 */
export const claimQuery = (claimId: string) => ({
  ...api.queryOptions('get', '/api/workspace/claims/{claimId}', { params: { path: { claimId } } }),
  refetchOnWindowFocus: false as const,
  refetchOnReconnect: false as const,
})

const aMinute = 60_000

/** The bytes of an attachment with their digest; cached while it is shown, and for a minute after. */
export const contentQuery = ({ claimId, artifactId }: Pick<Attachment, 'claimId' | 'artifactId'>) =>
  queryOptions({
    queryKey: ['attachment', claimId, artifactId],
    queryFn: ({ signal }) => openAttachment({ claimId, artifactId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: aMinute,
    structuralSharing: false,
    // A refusal stays until the person retries; returning to the page does not retry.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })

const largestPage = 200
const maxPages = 5

/** All requirements, for choosing one by its name; the newest 1,000 of more. */
export const useRequirements = () =>
  useQuery({
    queryKey: [...keyOfList('/api/workspace/evidence-requirements'), 'names'],
    staleTime: aMinute,
    queryFn: async ({ signal }): Promise<readonly Requirement[]> => {
      const found: Requirement[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const query = { limit: largestPage, ...(cursor && { cursor }) }
        const call = client.GET('/api/workspace/evidence-requirements', { params: { query }, signal })
        const { requirements, pagination } = await answered(call)
        found.push(...requirements)
        cursor = pagination.nextCursor
        if (!cursor) break
      }
      return found
    },
  })

export const nameOfRequirement = ({ requirementKey, title }: Pick<Requirement, 'requirementKey' | 'title'>): string =>
  `${requirementKey} · ${title}`

/** Who may decide, by name: active reviewers and administrators. */
export const useReviewers = () =>
  useQuery({
    queryKey: [...keyOfList('/api/workspace/people'), 'reviewers'],
    staleTime: aMinute,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        (['reviewer', 'admin'] as const).map(role =>
          answered(client.GET('/api/workspace/people', { params: { query: { role, limit: largestPage } }, signal })),
        ),
      )
      return answers
        .flatMap(({ people }) => people)
        .filter(({ status }) => status === 'active')
        .sort((a, b) => a.name.localeCompare(b.name))
    },
  })
