import { addClauseControl } from './add-clause-control.ts'
import { addControlRequirement } from './add-control-requirement.ts'
import { ofApprovals } from './approvals/index.ts'
import { ofAssessments } from './assessments/index.ts'
import { clauses } from './clause.ts'
import { controls } from './control.ts'
import { createControl } from './create-control.ts'
import { createFramework } from './create-framework.ts'
import { ofFindings } from './findings/index.ts'
import { frameworks } from './framework.ts'
import { getClause } from './get-clause.ts'
import { getFrameworkCoverage } from './get-framework-coverage.ts'
import { getWorkspaceClause } from './get-workspace-clause.ts'
import { getWorkspaceControl } from './get-workspace-control.ts'
import { getWorkspaceFramework } from './get-workspace-framework.ts'
import { importClauses } from './import-clauses.ts'
import { importMapping } from './import-mapping.ts'
import { boundAnswers, boundRequirements } from './links.ts'
import { listClauseApplicability } from './list-clause-applicability.ts'
import { listClauses } from './list-clauses.ts'
import { listRequirementClauses } from './list-requirement-clauses.ts'
import { listWorkspaceClauses } from './list-workspace-clauses.ts'
import { listWorkspaceControls } from './list-workspace-controls.ts'
import { ofOscal } from './oscal/index.ts'
import { registers } from './registers/registers.ts'
import { removeClauseControl } from './remove-clause-control.ts'
import { removeControlRequirement } from './remove-control-requirement.ts'
import { ofRisks } from './risks/index.ts'
import { ofRooms } from './rooms/index.ts'
import { updateClause } from './update-clause.ts'
import { updateControl } from './update-control.ts'
import { updateFramework } from './update-framework.ts'

export const governance = {
  families: [
    ...[frameworks, clauses, controls],
    ...ofFindings.families,
    ...ofRisks.families,
    ...ofAssessments.families,
    ...registers,
    ...ofApprovals.families,
  ],
  bounds: [
    boundRequirements,
    boundAnswers,
    ...ofFindings.bounds,
    ...ofRisks.bounds,
    ...ofRooms.bounds,
    ...ofAssessments.bounds,
  ],
  endpoints: [
    createFramework,
    getWorkspaceFramework,
    updateFramework,
    getFrameworkCoverage,
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
    createControl,
    getWorkspaceControl,
    updateControl,
    addControlRequirement,
    removeControlRequirement,
    listRequirementClauses,
    ...ofFindings.endpoints,
    ...ofRisks.endpoints,
    ...ofRooms.endpoints,
    ...ofAssessments.endpoints,
    ...ofApprovals.endpoints,
    ...ofOscal.endpoints,
  ],
  jobs: [...ofFindings.jobs],
  exportables: ofRooms.exportables,
  keptLinks: [...ofApprovals.keptLinks, ...ofRooms.keptLinks],
  workSources: [
    ...ofApprovals.workSources,
    ...ofFindings.workSources,
    ...ofRisks.workSources,
    ...ofRooms.workSources,
    ...ofAssessments.workSources,
  ],
}
