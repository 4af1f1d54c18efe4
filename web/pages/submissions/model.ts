import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Package = Schemas['WorkspaceSubmissionPackage']
export type PackageDetail = Schemas['SubmissionPackageDetail']
export type Requirement = Schemas['WorkspaceSubmissionRequirement']
export type EventKind = PackageDetail['validEventKinds'][number]

export const packageStatuses = enums.WorkspaceSubmissionPackage.status

export const requirementStatuses = enums.WorkspaceSubmissionRequirement.status

export const submissionKinds = enums.WorkspaceSubmissionRequirement.submissionKind

/** One of the list, or undefined for any other value in the address. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(known => known === text)
