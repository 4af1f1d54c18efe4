import type { Transaction } from '#db/database.ts'

/**
 * The capabilities that a license can grant to an organization. They only concern new things: existing data can always
 * be read, opened, exported, verified, moved back and deleted.
 */
export const capabilities = Object.freeze({
  'storage.s3': 'New storage in an object store (S3)',
} as const)

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.freeze(Object.keys(capabilities)) as readonly Capability[]

/** The entitlements of organizations. */
export interface Entitlements {
  /**
   * Throws a 403 that names the capability unless the license grants one more of this kind to an organization that
   * already has `existing`. A change that has already sent a statement must pass its `read`, so that it does not wait
   * for a second connection while it holds one.
   */
  require(organizationId: string, capability: Capability, existing?: number, read?: Transaction['query']): Promise<void>
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The entitlements of organizations under the license. */
    readonly entitlements: Entitlements
  }
}
