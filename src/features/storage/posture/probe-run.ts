import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '#http/schema.ts'
import { storeCodes } from '#lib/object-store.ts'

/** Why a binding was probed. */
const causes = ['validate', 'credentials', 'sweep', 'check'] as const

export const ProbeRun = Type.Object(
  {
    id: Id('spr'),
    bindingId: Id('stb'),
    cause: Type.Enum([...causes]),
    passed: Type.Boolean({ description: 'Whether every required probe passed.' }),
    results: Type.Array(
      Type.Object({
        probe: Type.String(),
        required: Type.Boolean(),
        outcome: Type.Enum(['passed', 'failed', 'unknown'], {
          description: 'unknown if the response of the provider proves neither.',
        }),
        code: Type.Optional(Type.Enum([...storeCodes])),
      }),
    ),
    createdAt: Timestamp,
  },
  { title: 'StorageProbeRun' },
)

export type ProbeRun = Static<typeof ProbeRun>
