import type { Schemas } from '#web/api/client.ts'

export type Binding = Schemas['StorageBinding']
export type ProbeRun = Schemas['StorageProbeRun']
export type ProbeResult = ProbeRun['results'][number]

/** Its location on one line: `bucket/prefix at host`; empty for a folder, which only the operator knows. */
export const placeOf = ({ bucket, prefix, endpointHost }: Binding): string | undefined =>
  bucket === null ? undefined : `${[bucket, prefix].filter(Boolean).join('/')} · ${endpointHost ?? ''}`

/** The results that keep a binding from being used. */
export const failingOf = ({ results }: ProbeRun): readonly ProbeResult[] =>
  results.filter(({ required, outcome }) => required && outcome !== 'passed')
