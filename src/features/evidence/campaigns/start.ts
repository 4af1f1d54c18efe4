import { type Static, type TObject, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { invalid, oneOr404, Refusal } from '#http/errors.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { mustBeInFuture, withinDays } from '#http/sentences.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { day } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { CampaignKind } from './kind.ts'

/** The most campaigns about one subject at a time, and the most days until their due date. */
const most = { running: 20, days: 366 } as const

/** The fields to start any campaign with. */
export const startFields = {
  requirementId: Reference('ger'),
  dueAt: Timestamp,
  roles: Type.Optional(
    Type.Array(Type.Enum([...roles]), {
      minItems: 1,
      uniqueItems: true,
      description:
        'The roles that it asks; all roles if left out. It also asks people who get such a role while it runs.',
    }),
  ),
  personIds: Type.Optional(
    Type.Array(Reference('prs'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'The people that it asks; everyone if left out.',
    }),
  ),
}

type Started = Static<TObject<typeof startFields>>

/** The due date, which must be in the future, but not too far. Throws a 400. */
export const dueOf = ({ dueAt }: Pick<Started, 'dueAt'>, now: number): string => {
  const due = storedTimestamp('dueAt', dueAt)
  if (Date.parse(due) <= now) throw invalid(['dueAt'], mustBeInFuture)
  if (Date.parse(due) > now + most.days * day) throw invalid(['dueAt'], withinDays(most.days))
  return due
}

/** Throws a 422 if the limit of running campaigns about the subject is reached. */
export const requireBelowLimit = async (change: Change, kind: CampaignKind, aboutId: string): Promise<void> => {
  const { word, about, queries } = kind
  const { running } = oneOr404(await change.read(queries.countRunning, { aboutId }), about.table)
  if (running < most.running) return
  throw new Refusal(
    'unprocessable',
    sentence`campaign.limit: A ${{ subject: about.table }} can have at most ${{ most: most.running }} ${{ campaign: word }}s at once; wait for one to end, or cancel one.`,
  )
}

/** Throws a 422 if a campaign is running, because its subject must stay in force meanwhile. */
export const requireNone = async (change: Change, kind: CampaignKind, aboutId: string): Promise<void> => {
  const { word, about, queries } = kind
  const { running } = oneOr404(await change.read(queries.countRunning, { aboutId }), about.table)
  if (running > 0)
    throw new Refusal(
      'unprocessable',
      sentence`campaign.running: A ${{ campaign: word }} of the ${{ subject: about.table }} is running; wait for it to end, or cancel it.`,
    )
}

/** The audience of a campaign: its rule, and the people it asks at first. Throws a 422 if it cannot ask them. */
export const audienceOf = async (change: Change, kind: CampaignKind, aboutId: string, named: Started) => {
  const { word, about, mostPeople, queries } = kind
  const { roles = null, personIds = null }: { roles?: string[] | null; personIds?: string[] | null } = named
  const found = await change.read(queries.findAudience, { aboutId, roles, personIds, limit: mostPeople + 1 })
  if (found.length > mostPeople)
    throw new Refusal(
      'unprocessable',
      sentence`campaign.too_many_people: A ${{ campaign: word }} can ask at most ${{ mostPeople }} people; divide them among several.`,
    )
  const askedIds = found.map(({ id }) => id)
  const isAsked = new Set(askedIds)
  if (personIds?.some(id => !isAsked.has(id)))
    throw new Refusal(
      'unprocessable',
      sentence`campaign.person_not_possible: A person you named cannot sign in, has another role or does not see the ${{ subject: about.table }}; remove them.`,
    )
  if (askedIds.length === 0)
    throw new Refusal(
      'unprocessable',
      sentence`campaign.asks_no_one: The ${{ campaign: word }} would ask no one; choose more roles or people.`,
    )
  return { roles, personIds, askedIds }
}

/** Throws a 422 if a campaign is no longer running. */
export const requireRunning = (status: string, { word }: CampaignKind, done: 'cancelled' | 'changed'): void => {
  if (status !== 'running')
    throw new Refusal(
      'unprocessable',
      sentence`campaign.not_running: The ${{ campaign: word }} is ${{ status }}; only a running one can be ${{ done }}.`,
    )
}

/** Moves the due date of a running campaign. If it could not end, it is tried again then. Throws a 400 or a 422. */
export const moveDue = (
  { tx, now }: Change,
  kind: CampaignKind,
  { id, status }: { readonly id: string; readonly status: string },
  asked: Pick<Started, 'dueAt'>,
): string => {
  requireRunning(status, kind, 'changed')
  const dueAt = dueOf(asked, now)
  tx.write(kind.queries.forgetFailure, { id })
  return dueAt
}

/** Throws a 422 if the caller may not respond to a campaign now. */
export const requireAsks = (
  change: Change,
  { word, given }: CampaignKind,
  campaign: { readonly status: string; readonly dueAt: string; readonly isAsked: boolean },
): void => {
  const refuse = (about: Sentence) => new Refusal('unprocessable', about)
  if (campaign.status !== 'running')
    throw refuse(
      sentence`campaign.ended: The ${{ campaign: word }} is ${{ status: campaign.status }}; it can no longer be ${{ done: given.did }}.`,
    )
  if (Date.parse(campaign.dueAt) <= change.now)
    throw refuse(
      sentence`campaign.past_due: The due date of the ${{ campaign: word }} has passed, so it can no longer be ${{ done: given.did }}.`,
    )
  if (!campaign.isAsked) throw refuse(sentence`campaign.does_not_ask_you: The ${{ campaign: word }} does not ask you.`)
}
