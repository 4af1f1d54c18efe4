import type { Schemas } from '#web/api/client.ts'

export type Hold = Schemas['StorageHold']
