import { type Static, Type } from 'typebox'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { Policy } from './policy.ts'
import type { PolicyRow } from './policy-queries.ts'

const beside = {
  ownerName: Nullable(Type.String()),
  currentVersionNumber: Nullable(Type.Integer({ minimum: 1 })),
  ...versionField,
}

/** A policy in the workspace. */
export const WorkspacePolicy = Type.Object({ ...Policy.properties, ...beside }, { title: 'WorkspacePolicy' })

export const renderPolicy = ({ record, owner_name, version_number }: PolicyRow): string => {
  const more: Static<Type.TObject<typeof beside>> = {
    ownerName: owner_name,
    currentVersionNumber: version_number,
    etag: etagOf(record),
  }
  return `${record.slice(0, -1)},${JSON.stringify(more).slice(1)}`
}
