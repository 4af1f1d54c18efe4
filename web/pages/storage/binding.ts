import type { Schemas } from '#web/api/client.ts'

export type Binding = Schemas['StorageBinding']
export type ProbeRun = Schemas['StorageProbeRun']
export type ProbeResult = ProbeRun['results'][number]

/** The location of a binding: `bucket/prefix · host`. Undefined for a folder, whose path only the operator knows. */
export const locationOf = ({ bucket, prefix, endpointHost }: Binding): string | undefined =>
  bucket === null ? undefined : `${[bucket, prefix].filter(Boolean).join('/')} · ${endpointHost ?? ''}`
