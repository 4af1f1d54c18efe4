import { isNoHandOf, ownHandIn, withCustodians } from '#api/four-eyes.ts'
import { rows, statement, text, texts } from '#db/statement.ts'

/** Records people as involved in a claim. */
export const addMakers = statement(
  'add_claim_makers',
  { id: text, makers: texts },
  `update evidence_claim set makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

const makersOf = (c: string): string => `${c}.makers || ${c}.created_by::text`

/** SQL for everybody who was involved in the claim `c`: they do not decide it. */
const involvedIn = (c: string): string => withCustodians(makersOf(c))

/** SQL for lists: the `:person` where they were involved in the claim `c`. */
export const involvesReader = (c: string): string => ownHandIn(makersOf(c))

export const findInvolved = statement(
  'find_claim_hands',
  { id: text },
  `select ${involvedIn('c')} as involved, o.self_decision
     from evidence_claim c join organization o on o.id = c.organization_id
    where c.organization_id = :organization and c.id = :id`,
  rows<{ involved: string[]; self_decision: boolean }>,
)

/** The most people that are listed as able to decide a claim. */
export const maxDeciders = 200

/** People who were not involved in a claim and whose role decides. */
export const listDeciders = statement(
  'list_claim_deciders',
  { id: text },
  `select p.id, p.record::json ->> 'name' as name from person p
    where p.organization_id = :organization and p.role in ('admin', 'reviewer') and not p.disabled
      and ${isNoHandOf(
        'p.id',
        `(select ${involvedIn('c')} from evidence_claim c where c.organization_id = :organization and c.id = :id)`,
      )}
    order by p.role desc, p.id limit ${maxDeciders}`,
  rows<{ id: string; name: string }>,
)
