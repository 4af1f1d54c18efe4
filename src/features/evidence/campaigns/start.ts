import { type Static, type TObject, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, invalid, Refusal } from '#http/errors.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { mustBeInFuture, withinDays } from '#http/sentences.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { day } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { CampaignKind } from './kind.ts'

/** The maximum number of running campaigns about one subject, and of days until a due date. */
const limits = { running: 20, days: 366 } as const

/** The body fields that start any campaign. */
export const startFields = {
  requirementId: Reference('ger'),
  dueAt: Timestamp,
  roles: Type.Optional(
    Type.Array(Type.Enum([...roles]), {
      minItems: 1,
      uniqueItems: true,
      description:
        'The roles to ask; all roles if omitted. People who get one of these roles while it runs are asked too.',
    }),
  ),
  personIds: Type.Optional(
    Type.Array(Reference('prs'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'The people to ask; everyone if omitted.',
    }),
  ),
}

type StartInput = Static<TObject<typeof startFields>>

/** Reads the due date. Throws a 400 unless it is in the future and within the limit. */
export const readDueDate = ({ dueAt }: Pick<StartInput, 'dueAt'>, now: number): string => {
  const due = storedTimestamp('dueAt', dueAt)
  if (Date.parse(due) <= now) throw invalid(['dueAt'], mustBeInFuture)
  if (Date.parse(due) > now + limits.days * day) throw invalid(['dueAt'], withinDays(limits.days))
  return due
}

/** Throws a 422 if the subject already has the maximum number of running campaigns. */
export const requireBelowLimit = async (change: Change, kind: CampaignKind, aboutId: string): Promise<void> => {
  const { word, about, queries } = kind
  const { running } = firstOrNotFound(await change.read(queries.countRunning, { aboutId }), about.table)
  if (running < limits.running) return
  throw new Refusal(
    'unprocessable',
    sentence`campaign.limit: A ${{ subject: about.table }} can have at most ${{ most: limits.running }} ${{ campaign: word }}s at once; wait for one to end, or cancel one.`,
  )
}

/** Throws a 422 if a campaign is running, because its subject must stay in force until it ends. */
export const requireNoneRunning = async (change: Change, kind: CampaignKind, aboutId: string): Promise<void> => {
  const { word, about, queries } = kind
  const { running } = firstOrNotFound(await change.read(queries.countRunning, { aboutId }), about.table)
  if (running > 0)
    throw new Refusal(
      'unprocessable',
      sentence`campaign.running: A ${{ campaign: word }} of the ${{ subject: about.table }} is running; wait for it to end, or cancel it.`,
    )
}

/** Returns a campaign's audience rule and the people it asks first. Throws a 422 if it cannot ask them. */
export const selectAudience = async (change: Change, kind: CampaignKind, aboutId: string, input: StartInput) => {
  const { word, about, maxPeople, queries } = kind
  const { roles = null, personIds = null }: { roles?: string[] | null; personIds?: string[] | null } = input
  const people = await change.read(queries.findAudience, { aboutId, roles, personIds, limit: maxPeople + 1 })
  if (people.length > maxPeople)
    throw new Refusal(
      'unprocessable',
      sentence`campaign.too_many_people: A ${{ campaign: word }} can ask at most ${{ mostPeople: maxPeople }} people; divide them among several.`,
    )
  const askedIds = people.map(({ id }) => id)
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

/** Moves the due date of a running campaign, and clears its last failure. Throws a 400 or a 422. */
export const moveDueDate = (
  { tx, now }: Change,
  kind: CampaignKind,
  { id, status }: { readonly id: string; readonly status: string },
  input: Pick<StartInput, 'dueAt'>,
): string => {
  requireRunning(status, kind, 'changed')
  const dueAt = readDueDate(input, now)
  tx.write(kind.queries.clearFailure, { id })
  return dueAt
}

/** Throws a 422 if the caller may not respond to the campaign now. */
export const requireMayRespond = (
  change: Change,
  { word, responses }: CampaignKind,
  campaign: { readonly status: string; readonly dueAt: string; readonly isAsked: boolean },
): void => {
  const refusal = (text: Sentence) => new Refusal('unprocessable', text)
  if (campaign.status !== 'running')
    throw refusal(
      sentence`campaign.ended: The ${{ campaign: word }} is ${{ status: campaign.status }}; it can no longer be ${{ done: responses.participle }}.`,
    )
  if (Date.parse(campaign.dueAt) <= change.now)
    throw refusal(
      sentence`campaign.past_due: The due date of the ${{ campaign: word }} has passed, so it can no longer be ${{ done: responses.participle }}.`,
    )
  if (!campaign.isAsked) throw refusal(sentence`campaign.does_not_ask_you: The ${{ campaign: word }} does not ask you.`)
}
