export const migrationModes = ['move', 'copy'] as const

export type MigrationMode = (typeof migrationModes)[number]
