import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Package = Schemas['WorkspaceSubmissionPackage']
export type PackageDetail = Schemas['SubmissionPackageDetail']
export type Requirement = Schemas['WorkspaceSubmissionRequirement']
export type EventKind = PackageDetail['validEventKinds'][number]

export const packageStatuses = enums.WorkspaceSubmissionPackage.status

export const requirementStatuses = enums.WorkspaceSubmissionRequirement.status

export const submissionKinds = enums.WorkspaceSubmissionRequirement.submissionKind

/** One of the list, or undefined for what an address says otherwise. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(known => known === text)

const mostChoices = 200

/** Requirements to choose from, newest first. */
export const useRequirements = (status?: Requirement['status']) =>
  api.useQuery('get', '/api/workspace/submission-requirements', {
    params: { query: { limit: mostChoices, ...(status && { status }) } },
  })

/** After a change: what is on the page is read again, the rest when it is next shown. */
export const useRefresh = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

/** The answer of a call, or its error thrown. */
export const answered = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> => {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw error
  return data as T
}
