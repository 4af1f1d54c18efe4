import { withCustodians } from '#api/four-eyes.ts'
import { statement } from '#db/statement.ts'

/** `organization_id, id, ids`: they had a hand in it. */
export const addMakers = statement(
  'add_claim_makers',
  `update evidence_claim set makers = array(select unnest(makers) union select unnest($3::text[]))
    where organization_id = $1 and id = $2`,
)

/** SQL of everybody who had a hand in the claim `c`: they do not decide it. */
export const handsIn = (c: string): string => withCustodians(`${c}.makers || ${c}.created_by::text`)

/** `organization_id, id` */
export const findHands = statement<{ hands: string[]; self_decision: boolean }>(
  'find_claim_hands',
  `select ${handsIn('c')} as hands, o.self_decision
     from evidence_claim c join organization o on o.id = c.organization_id
    where c.organization_id = $1 and c.id = $2`,
)

/** People who may decide a claim are shown so far. */
export const mostDeciders = 200

/** People who had no hand in a claim and whose role decides. `organization_id, claim_id` */
export const listDeciders = statement<{ id: string; name: string }>(
  'list_claim_deciders',
  `select p.id, p.record::json ->> 'name' as name from person p
    where p.organization_id = $1 and p.role in ('admin', 'reviewer') and not p.disabled
      and p.id <> all (select unnest(${handsIn('c')}) from evidence_claim c
                        where c.organization_id = $1 and c.id = $2)
    order by p.role desc, p.id limit ${mostDeciders}`,
)
