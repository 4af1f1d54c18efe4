import { narrows, statement, text, texts } from '#db/statement.ts'
import { couldNotActAsSql, personIfCouldActAsSql, withCustodians } from '#shared/four-eyes.ts'

/** Records people as contributors to a claim. */
export const addContributors = statement(
  'add_claim_contributors',
  { id: text, makers: texts },
  `update evidence_claim set makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

const contributorsSql = (c: string): string => `${c}.makers || ${c}.created_by::text`

/** SQL for all contributors to the claim `c` and everyone who can act as them. They may not decide it. */
const involvedIn = (c: string): string => withCustodians(contributorsSql(c))

/** SQL for lists: the `:person` if they contributed to the claim `c`, else an empty array. */
export const readerIfContributor = (c: string): string => personIfCouldActAsSql(contributorsSql(c))

export const findInvolved = statement(
  'find_claim_contributors',
  { id: text },
  `select ${involvedIn('c')} as involved, o.self_decision
     from evidence_claim c join organization o on o.id = c.organization_id
    where c.organization_id = :organization and c.id = :id`,
)

/** The maximum number of people to list as able to decide a claim. */
export const maxDeciders = 200

/** Lists people whose role can decide claims and who did not contribute to this one. */
export const listDeciders = statement(
  'list_claim_deciders',
  { id: text },
  `select p.id, p.record::json ->> 'name' as name from person p
    where p.organization_id = :organization and p.role in ('admin', 'reviewer') and not p.disabled
      and ${couldNotActAsSql(
        'p.id',
        `(select ${involvedIn('c')} from evidence_claim c where c.organization_id = :organization and c.id = :id)`,
      )}
    order by p.role desc, p.id limit ${maxDeciders}`,
  narrows<{ name: string }>,
)
