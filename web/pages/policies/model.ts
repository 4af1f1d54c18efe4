import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Policy = Schemas['WorkspacePolicy']
export type Version = Schemas['WorkspacePolicyVersion']
export type Campaign = Schemas['PolicyCampaign']
export type CampaignDetail = Schemas['WorkspacePolicyCampaign']

export const policyStatuses = enums.WorkspacePolicy.status
