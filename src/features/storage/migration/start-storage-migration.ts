import { type Static, Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { beginMigration, migrationConflicts, planMigration } from './begin-migration.ts'
import { BytesPerSecond, HoldHours, migrationSurface, StorageMigration } from './migration.ts'
import { migrationModes } from './migration-modes.ts'

const Estimate = Type.Object(
  {
    dryRun: Type.Literal(true),
    items: Type.Integer({ description: 'Files that would be copied.' }),
    bytes: Type.Integer({ description: 'Size of these files.' }),
    seconds: Type.Integer({ description: 'Minimum duration of copying at this rate.' }),
  },
  { title: 'StorageMigrationEstimate' },
)

/** Copies no files itself; a job does. */
export const startStorageMigration = changeEndpoint({
  name: 'startStorageMigration',
  summary: 'Move or copy all files from one storage binding to another, or only count them',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface(''),
  confirm: true,
  status: 201,
  action: 'storage.migration.start',
  body: Type.Object({
    sourceId: Reference('stb'),
    targetId: Reference('stb'),
    mode: Type.Enum([...migrationModes]),
    bytesPerSecond: Type.Optional(BytesPerSecond),
    holdHours: Type.Optional(HoldHours),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only counts the files and starts nothing.' })),
  }),
  response: StorageMigration,
  also: { 200: Estimate },
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: migrationConflicts,
  async run(change, { body }) {
    const { sourceId, targetId, mode, bytesPerSecond, holdHours, dryRun } = body
    const planned = await planMigration(change, { sourceId, targetId, mode, bytesPerSecond, holdHours })
    if (!dryRun) return beginMigration(change, planned)
    const { items, bytes, seconds } = planned
    const estimate: Static<typeof Estimate> = { dryRun, items, bytes, seconds }
    change.audit(sourceId, { detail: 'dry run' })
    return new Rendered(JSON.stringify(estimate), 200)
  },
})
