import { number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { copiesOf } from '#shared/blob-copy.ts'
import { withCustodians } from '#shared/four-eyes.ts'

export const findLastPolicyNumber = statement(
  'find_last_policy_version',
  { policyId: text },
  `select coalesce(max(number), 0)::int as number from policy_version
    where organization_id = :organization and policy_id = :policyId`,
)

/** Records people as contributors to a version. */
export const addPolicyContributors = statement(
  'add_policy_version_contributors',
  { id: text, people: texts },
  `update policy_version set hands = array(select unnest(hands) union select unnest(:people::text[]) order by 1)
    where organization_id = :organization and id = :id`,
)

const contributorsSql = (checksum: string): string => withCustodians(`array(select hands_in_policy_file(${checksum}))`)

/** Finds everyone who announced or uploaded these bytes, for any version of any policy in any unit. */
export const findPolicyContributors = statement(
  'find_policy_file_contributors',
  { checksum: text },
  `select ${contributorsSql(':checksum::text')} as hands`,
)

export type PolicyVersionRow = RowOf<typeof selectPolicyVersions>

const joinedColumns = `${contributorsSql('v.checksum_sha256')} as hands,
  ${nameOf("v.record::json ->> 'uploadedBy'")} as uploaded_by_name,
  ${nameOf("v.record::json ->> 'publishedBy'")} as published_by_name`

export const selectPolicyVersions = statement(
  'list_policy_versions',
  { position: text, limit: number, policyId: text },
  `select v.id, v.record, ${joinedColumns} from policy_version v
    where v.organization_id = :organization and v.id < :position and v.policy_id = :policyId
    order by v.id desc limit :limit`,
)

export const findPolicyVersion = statement(
  'find_policy_version',
  { id: text },
  'select record from policy_version where organization_id = :organization and id = :id',
)

export const findVersionFile = statement(
  'find_policy_version_file',
  { id: text },
  `select v.record, a.id as artifact_id, a.byte_size, a.checksum_sha256, a.inline_preview_allowed,
          ${copiesOf('a')} as copies
     from policy_version v
     join artifact a on a.organization_id = v.organization_id and a.id = v.artifact_id
    where v.organization_id = :organization and v.id = :id`,
)
