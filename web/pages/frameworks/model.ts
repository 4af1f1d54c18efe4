import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Framework = Schemas['WorkspaceFramework']
export type Clause = Schemas['WorkspaceClause']
export type ClauseDetail = Schemas['ClauseDetail']
export type Control = Schemas['WorkspaceControl']
export type ControlDetail = Schemas['ControlDetail']
export type Proof = Schemas['ControlProof']

export const frameworkStatuses = enums.Framework.status
export const controlStatuses = enums.Control.status
