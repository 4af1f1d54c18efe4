import { Type } from 'typebox'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { type DocumentRecord, versionedDocument } from '#src/features/evidence/campaigns/document.ts'
import { policyCampaign } from './campaign-kind.ts'

export const policyTag = 'Policies'

/** A document that people must know and follow. Its text is the file of the current version. */
export const policy = versionedDocument({
  name: 'Policy',
  prefix: 'gpl',
  versionPrefix: 'gpv',
  tag: policyTag,
  choice: 'policy',
  campaigns: policyCampaign,
  next: 'announce its first version',
  retired: sentence`policy.retired: The policy is retired and can no longer be changed.`,
})

export const policies = policy.document

export const { requireInUse: requirePolicyInUse } = policy

export type Policy = DocumentRecord<typeof policy>

export const PolicyParams = Type.Object({ policyId: Reference('gpl') })
