import { type Sentence, sentence } from '#lib/sentence.ts'

/** Sentences that several files need. A sentence about a field follows the name of the field. */

export const isRequired = sentence`field.required: is required`
export const sentTwice = sentence`field.sent_twice: may be sent only once`
export const thereTwice = sentence`field.there_twice: occurs twice`
export const notTimestamp = sentence`field.not_a_timestamp: is not a timestamp`
export const inFuture = sentence`field.in_future: is in the future`
export const mustBeInFuture = sentence`field.not_in_future: must be in the future`
export const mustBeAfterFrom = sentence`field.not_after_from: must be later than from`
export const tooFarAhead = sentence`field.minutes_ahead: is more than 5 minutes in the future`

export const withinDays = (days: number): Sentence =>
  sentence`field.within_days: must be within the next ${{ days }} days`
export const notOfKind = (kind: string): Sentence => sentence`field.not_of_kind: is not part of the kind ${{ kind }}`
export const atLeast = (least: number): Sentence => sentence`field.too_small: must be at least ${{ least }}`
export const atMost = (most: number): Sentence => sentence`field.too_large: must be at most ${{ most }}`
export const atMostBytes = (count: number): Sentence =>
  sentence`field.too_many_bytes: must be at most ${{ count }} bytes`

const characters = (count: number): string => (count === 1 ? 'character' : 'characters')
const items = (count: number): string => (count === 1 ? 'item' : 'items')

export const atLeastCharacters = (count: number): Sentence =>
  sentence`field.too_short: must have at least ${{ count }} ${{ characters: characters(count) }}`
export const atMostCharacters = (count: number): Sentence =>
  sentence`field.too_long: must have at most ${{ count }} ${{ characters: characters(count) }}`
export const atLeastItems = (count: number): Sentence =>
  sentence`field.too_few_items: must have at least ${{ count }} ${{ items: items(count) }}`
export const atMostItems = (count: number): Sentence =>
  sentence`field.too_many_items: must have at most ${{ count }} ${{ items: items(count) }}`

export const signInFirst = sentence`session.required: Sign in first.`
export const noSuchEndpoint = sentence`request.no_such_endpoint: There is no such endpoint.`
export const tooManyAttempts = sentence`request.too_many_attempts: Too many attempts; wait a minute.`
export const noOpenRoom = sentence`room.none_open: The assessment has no open room.`
export const uploadTooSlow = sentence`upload.too_slow: The upload took too long; try again.`
export const requirementKeyTaken = sentence`requirement.key_taken: A requirement with this requirementKey already exists in the workspace; choose another one.`

export const needsRole = (roles: readonly string[]): Sentence =>
  sentence`access.role_required: This needs the role ${{ roles: roles.join(' or ') }}.`
