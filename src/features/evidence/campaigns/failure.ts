import { type Static, Type } from 'typebox'
import { Nullable, SentenceValues } from '#http/schema.ts'
import type { Sentence } from '#lib/sentence.ts'

/** The reason why a campaign could not end, as a sentence and as its code and values. */
export const failureFields = {
  failure: Nullable(Type.String({ description: 'Why the campaign could not end when it was due.' })),
  failureCode: Nullable(Type.String({ description: 'Identifies that sentence; the same when its wording changes.' })),
  failureValues: Nullable(SentenceValues('The values of that sentence, by name.')),
}

const Failure = Type.Object(failureFields)

type Failure = Static<typeof Failure>

const noFailure: Failure = { failure: null, failureCode: null, failureValues: null }

/** Serializes a failure for its column. */
export const writeFailure = ({ text, code, values }: Sentence): string =>
  JSON.stringify({ failure: text, failureCode: code, failureValues: values } satisfies Failure)

/** Parses the column. Earlier releases stored only the sentence. */
export const readFailure = (stored: string | null): Failure => {
  if (stored === null) return noFailure
  return stored.startsWith('{') ? JSON.parse(stored) : { ...noFailure, failure: stored }
}
