import { Type } from 'typebox'
import { section } from '#api/provision.ts'
import { Line, Timestamp } from '#api/schema.ts'

const kinds = [
  'regulatory_return',
  'incident_notification',
  'register_filing',
  'licence_application',
  'licence_renewal',
  'change_notification',
  'attestation',
  'audit_response',
  'information_request_response',
  'disclosure',
  'other',
] as const

const closed = { additionalProperties: false }

const Policy = Type.Object(
  {
    receiptsRequired: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    requireReview: Type.Optional(Type.Boolean()),
    requireApproval: Type.Optional(Type.Boolean()),
    requireOutcomeBeforeClose: Type.Optional(Type.Boolean()),
  },
  closed,
)

const Package = Type.Object(
  {
    packageKey: Line(200),
    title: Line(500),
    dueAt: Type.Optional(Type.Unsafe<string | null>({ ...Timestamp, type: ['string', 'null'] })),
  },
  closed,
)

/** Checked in full and then left alone, with one log line for each: this version has no submissions. */
export const submissionRequirements = section({
  name: 'submissionRequirements',
  key: 'requirementKey',
  entry: Type.Object(
    {
      requirementKey: Line(200),
      title: Line(500),
      submissionKind: Type.Enum([...kinds]),
      status: Type.Optional(Type.Enum(['draft', 'active', 'retired', 'archived'])),
      policy: Type.Optional(Policy),
      packages: Type.Optional(Type.Array(Package, { maxItems: 10_000 })),
    },
    closed,
  ),
  async prepare({ log }, _entry, { path }) {
    return async () => {
      log.warn({ event: 'provision_ignored', record: path.replaceAll(/\[(\d+)\]/g, '.$1') })
      return 'ignored'
    }
  },
})
