import type { Transaction } from '#db/database.ts'

/**
 * The capabilities that a license can grant to an organization. Each permits starting something new: existing data can
 * always be read, opened, exported, verified, moved back and deleted.
 */
export const capabilities = Object.freeze({
  'storage.s3': 'New storage in an object store (S3)',
} as const)

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.freeze(Object.keys(capabilities)) as readonly Capability[]

/** The entitlements of organizations. */
export interface Entitlements {
  /**
   * Resolves if the license lets the organization start something of this kind when it already has `existing` ones.
   * Otherwise throws a 403 that names the capability. A change that has sent a statement passes its `read`: it holds a
   * connection, and would otherwise wait for a second one.
   */
  require(organizationId: string, capability: Capability, existing?: number, read?: Transaction['query']): Promise<void>
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The entitlements of organizations under the license. */
    readonly entitlements: Entitlements
  }
}
