import { type Static, Type } from 'typebox'
import type { Actor } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { whyNotAccept } from './contributors.ts'
import { Risk, riskFlow } from './risk.ts'
import type { RiskRow } from './risk-queries.ts'

/** A risk in the workspace, with the actions that the caller may take. */
export const WorkspaceRisk = Type.Object(
  {
    ...Risk.properties,
    ownerName: Nullable(Type.String()),
    nextStatuses: Type.Array(Risk.properties.status, { description: 'The statuses that it can change to now.' }),
    mayAccept: Type.Boolean({ description: 'Whether the caller may accept the risk now.' }),
    whyNot: Type.Optional(
      Type.Enum(['status', 'role', 'hand'], {
        description:
          'Why the caller may not accept it: it is not treated, their role cannot accept risks, or they owned or changed it.',
      }),
    ),
    ...versionField,
  },
  { title: 'WorkspaceRisk' },
)

export const showRisk = (row: Omit<RiskRow, 'id'>, reader: Actor): Static<typeof WorkspaceRisk> => {
  const risk = readRecord(Risk, row.record)
  const whyNot = whyNotAccept(reader, risk, row.hands)
  return {
    ...risk,
    ownerName: row.owner_name,
    nextStatuses: [...riskFlow[risk.status]],
    mayAccept: whyNot === undefined,
    ...(whyNot && { whyNot }),
    etag: etagOf(row.record),
  }
}
