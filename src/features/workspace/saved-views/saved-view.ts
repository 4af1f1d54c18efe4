import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Reference, Timestamp } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** The lists that people can save views of, by the operation that reads them. Every role may call each of them. */
const savedLists = [
  'listWorkspaceClaims',
  'listEvidenceFreshness',
  'listWorkspaceEvidenceRequirements',
  'listWorkspaceFindings',
  'listFrameworks',
  'listWorkspaceControls',
  'listWorkspaceRisks',
  'listWorkspaceAssessments',
  'listWorkspaceSubmissionPackages',
  'listWorkspaceSubmissionRequirements',
  'listPolicies',
  'listQuestionnaires',
  'listUnits',
  'listAssets',
  'listExceptions',
  'listMonitoringDefinitions',
  'listMonitoringRuns',
  'listMonitoringResultItems',
  'listIndicatorDefinitions',
  'listIndicatorMeasurements',
  'listPartyEngagements',
  'listDueDiligenceReviews',
  'listRightToAuditRecords',
  'listChangeRecords',
  'listVulnerabilities',
] as const

export const SavedList = Type.Enum([...savedLists], { description: 'The operation that reads the list.' })

const parameter = '[a-zA-Z]{1,40}=[^&#\\s]*'

/** The query of the list's address: filters, search, order and columns. It names records by their ids only. */
export const ViewQuery = Type.String({
  maxLength: 4000,
  pattern: `^(${parameter}(&${parameter})*)?$`,
  patternMessage: sentence`field.list_query: must be the query of a list, such as status=submitted&sort=-createdAt`,
  description:
    "The query of the list's page, such as `status=submitted&sort=-createdAt`: filters, search text, order and columns. Records are named by id.",
})

export const ViewName = Line(100)

const stored = {
  id: Id('svw'),
  list: SavedList,
  name: ViewName,
  query: ViewQuery,
  shared: Type.Boolean({
    description:
      'Whether others see the view: the whole workspace, or the unit of a creator who is limited to units. Otherwise only its creator sees it.',
  }),
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

const StoredView = Type.Object(stored, { title: 'StoredSavedView' })

export type StoredView = Static<typeof StoredView>

export const renderView = renderer(StoredView)

/** A view of a list, as the caller sees it. */
export const SavedView = Type.Object(
  {
    ...stored,
    createdByName: Type.String(),
    mayChange: Type.Boolean({
      description: 'Whether the caller may change it: its creator, and administrators for shared views.',
    }),
  },
  { title: 'SavedView' },
)

export type SavedView = Static<typeof SavedView>

export const ViewParams = Type.Object({ viewId: Reference('svw') })

export const boundViews = bound({
  table: 'saved_view',
  prefix: 'svw',
  content: { unit_id: readAsIs },
  repeats: fieldsOf('id', 'createdBy', 'list', 'name', 'shared'),
})
