import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Package = Schemas['WorkspaceSubmissionPackage']
export type PackageDetail = Schemas['SubmissionPackageDetail']
export type Requirement = Schemas['WorkspaceSubmissionRequirement']
export type EventKind = PackageDetail['validEventKinds'][number]

export const packageStatuses = enums.WorkspaceSubmissionPackage.status

export const requirementStatuses = enums.WorkspaceSubmissionRequirement.status

export const submissionKinds = enums.WorkspaceSubmissionRequirement.submissionKind
