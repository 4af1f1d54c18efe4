import { approvalsFeature } from './approvals/index.ts'
import { assessmentsFeature } from './assessments/index.ts'
import { addClauseControl } from './clauses/add-clause-control.ts'
import { clauses } from './clauses/clause.ts'
import { getClause } from './clauses/get-clause.ts'
import { getWorkspaceClause } from './clauses/get-workspace-clause.ts'
import { importClauses } from './clauses/import-clauses.ts'
import { listClauseApplicability } from './clauses/list-clause-applicability.ts'
import { listClauses } from './clauses/list-clauses.ts'
import { listRequirementClauses } from './clauses/list-requirement-clauses.ts'
import { listWorkspaceClauses } from './clauses/list-workspace-clauses.ts'
import { removeClauseControl } from './clauses/remove-clause-control.ts'
import { updateClause } from './clauses/update-clause.ts'
import { addControlRequirement } from './controls/add-control-requirement.ts'
import { controls } from './controls/control.ts'
import { getWorkspaceControl } from './controls/get-workspace-control.ts'
import { boundAnswers, boundRequirements } from './controls/links.ts'
import { listWorkspaceControls } from './controls/list-workspace-controls.ts'
import { removeControlRequirement } from './controls/remove-control-requirement.ts'
import { findingsFeature } from './findings/index.ts'
import { frameworks, frameworkView } from './frameworks/framework.ts'
import { getCoverageOverview } from './frameworks/get-coverage-overview.ts'
import { getFrameworkChapters } from './frameworks/get-framework-chapters.ts'
import { getFrameworkCoverage } from './frameworks/get-framework-coverage.ts'
import { recordCoverageByDay } from './frameworks/record-coverage.ts'
import { importMapping } from './mapping/import-mapping.ts'
import { oscalFeature } from './oscal/index.ts'
import { registers } from './registers/registers.ts'
import { risksFeature } from './risks/index.ts'
import { roomsFeature } from './rooms/index.ts'
import { roomTitles } from './rooms/titles.ts'
import { createFromTemplates } from './templates/create-from-templates.ts'
import { listRequirementTemplates } from './templates/list-requirement-templates.ts'

export const governance = {
  families: [
    ...[frameworks, clauses, controls],
    ...findingsFeature.families,
    ...risksFeature.families,
    ...assessmentsFeature.families,
    ...registers,
    ...approvalsFeature.families,
  ],
  bounds: [
    boundRequirements,
    boundAnswers,
    ...findingsFeature.bounds,
    ...risksFeature.bounds,
    ...roomsFeature.bounds,
    ...assessmentsFeature.bounds,
  ],
  endpoints: [
    ...frameworkView.endpoints,
    getFrameworkCoverage,
    getFrameworkChapters,
    getCoverageOverview,
    listClauses,
    getClause,
    listWorkspaceClauses,
    listClauseApplicability,
    importClauses,
    importMapping,
    getWorkspaceClause,
    updateClause,
    addClauseControl,
    removeClauseControl,
    listWorkspaceControls,
    getWorkspaceControl,
    addControlRequirement,
    removeControlRequirement,
    listRequirementClauses,
    listRequirementTemplates,
    createFromTemplates,
    ...findingsFeature.endpoints,
    ...risksFeature.endpoints,
    ...roomsFeature.endpoints,
    ...assessmentsFeature.endpoints,
    ...approvalsFeature.endpoints,
    ...oscalFeature.endpoints,
  ],
  jobs: [recordCoverageByDay, ...findingsFeature.jobs],
  exportables: roomsFeature.exportables,
  titleSources: [...approvalsFeature.titleSources, ...roomTitles],
  revocableLinks: [...approvalsFeature.revocableLinks, ...roomsFeature.revocableLinks],
  workSources: [
    ...approvalsFeature.workSources,
    ...findingsFeature.workSources,
    ...risksFeature.workSources,
    ...roomsFeature.workSources,
    ...assessmentsFeature.workSources,
  ],
}
