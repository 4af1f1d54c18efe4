import type { KeyObject } from 'node:crypto'
import type { Transaction } from '#db/database.ts'

/**
 * What a license can grant to an organization, and what that lets it do. Each is about beginning something new: what is
 * there already can always be read, opened, exported, verified, moved back and deleted.
 */
export const capabilities = Object.freeze({
  'storage.s3': 'New storage in an object store (S3)',
} as const)

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.freeze(Object.keys(capabilities)) as readonly Capability[]

/** Where the operator put the license, and the key that it is checked with. */
export interface LicensePlace {
  readonly file: string
  readonly key: KeyObject | undefined
}

/** What organizations are entitled to. */
export interface Entitlements {
  /**
   * Resolves where the license lets the organization begin something of this kind, of which it has `having` already.
   * Throws the 403 that names the capability. A change that has sent a statement passes its `read`: it holds a
   * connection, and would wait for a second one.
   */
  require(organizationId: string, capability: Capability, having?: number, read?: Transaction['query']): Promise<void>
}
