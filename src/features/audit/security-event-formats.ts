import { type MarkedEvent, toOcsf } from './ocsf.ts'

/** The formats of an event, each as one line of JSON. */
export const formats = {
  jsonl: (event: MarkedEvent): string => JSON.stringify(event),
  ocsf: (event: MarkedEvent): string => JSON.stringify(toOcsf(event)),
} as const

export type Format = keyof typeof formats

export const formatNames = Object.freeze(Object.keys(formats)) as readonly Format[]
