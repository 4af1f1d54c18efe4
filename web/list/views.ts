import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { registers } from '#web/api/registers.ts'

export type SavedView = Schemas['SavedView']
export type SavedList = SavedView['list']

const savedLists: ReadonlySet<string> = new Set(enums.SavedView.list)

/** Whether people can save views of a list. */
export const isSavedList = (operation: string): operation is SavedList => savedLists.has(operation)

const path = '/api/workspace/saved-views'
const minuteMs = 60_000
const pageSize = 200
/** Views beyond this many pages are not offered. */
const maxPages = 10

/** The saved views that the person sees, of all lists: their own and shared ones. */
export const viewsQuery = queryOptions({
  queryKey: [path],
  staleTime: minuteMs,
  queryFn: async ({ signal }): Promise<readonly SavedView[]> => {
    const views: SavedView[] = []
    let cursor: string | undefined
    for (let page = 0; page < maxPages; page += 1) {
      const params = { query: { limit: pageSize, ...(cursor && { cursor }) } }
      const { savedViews, pagination } = await unwrap(client.GET(path, { params, signal }))
      views.push(...savedViews)
      cursor = pagination.nextCursor
      if (!cursor) break
    }
    return views.sort((a, b) => a.name.localeCompare(b.name))
  },
})

export const useSavedViews = (enabled = true) => useQuery({ ...viewsQuery, enabled })

type Page = Pick<LinkProps, 'to' | 'params'>

const pagesOfRegisters = Object.fromEntries(
  Object.entries(registers).map(([register, { operations }]): [string, Page] => [
    operations.list,
    { to: '/governance/registers/$register', params: { register } },
  ]),
)

/** The pages of the lists, by the operation that reads each. */
const pages: Readonly<Partial<Record<string, Page>>> = {
  ...pagesOfRegisters,
  listWorkspaceClaims: { to: '/evidence/claims' },
  listEvidenceFreshness: { to: '/evidence' },
  listWorkspaceEvidenceRequirements: { to: '/evidence' },
  listWorkspaceFindings: { to: '/governance/findings' },
  listFrameworks: { to: '/governance/frameworks' },
  listWorkspaceControls: { to: '/governance/controls' },
  listWorkspaceRisks: { to: '/governance/risks' },
  listWorkspaceAssessments: { to: '/governance/assessments' },
  listWorkspaceSubmissionPackages: { to: '/submissions' },
  listWorkspaceSubmissionRequirements: { to: '/submissions/requirements' },
  listPolicies: { to: '/governance/policies' },
  listUnits: { to: '/access/units' },
  listQuestionnaires: { to: '/governance/questionnaires' },
}

/** The page that shows a saved view. Undefined for a list that this version of the app does not have. */
export const linkToView = ({ list, query }: Pick<SavedView, 'list' | 'query'>): LinkProps | undefined => {
  const page = pages[list]
  // The page reads the parameters that it knows and drops others.
  return page && ({ ...page, search: Object.fromEntries(new URLSearchParams(query)) } as LinkProps)
}

/** The query of a view for the parameters of a page, in a stable order. */
export const queryOfView = (search: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(search)
      .flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()
