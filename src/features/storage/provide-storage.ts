import type { CoreServices } from '#http/call.ts'
import { type Clock, second } from '#lib/clock.ts'
import type { DataKeys } from '#lib/data-keys.ts'
import type { Files } from '#lib/files.ts'
import { createGuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard, type Egress, type GuardOptions } from '#lib/guarded/guard.ts'
import { createClamd, noScanner } from '#lib/malware-scanner.ts'
import type { ScannerAddress } from '#lib/scanner-address.ts'
import { createDataKeys } from './keys/data-keys.ts'
import type { KeyHolders } from './keys/key-holders.ts'
import { createBindingWatch, unwatched } from './posture/binding-watch.ts'
import { sweepBinding } from './posture/sweep-binding.ts'
import { plainObjects } from './s3/plain-objects.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { routeBlobs } from './stores/route-blobs.ts'
import { createSealing } from './stores/sealing.ts'
import { createSpool } from './stores/spool.ts'
import { createStores } from './stores/stores.ts'
import { createUsageSample } from './usage/usage-metric.ts'

declare module '#http/call.ts' {
  interface Capabilities {
    readonly keyHolders: KeyHolders
    /** The keys that encrypt files before they leave the node. */
    readonly dataKeys: DataKeys
    /** Removes all files of an organization from the folder of the install. Only for closed sample workspaces. */
    removeFilesOf(organizationId: string): Promise<void>
  }
}

type NeededServices = Pick<CoreServices, 'db' | 'clock' | 'ids' | 'sealer' | 'log' | 'metrics' | 'nodeId'>

interface StorageOptions {
  readonly config: {
    readonly storageAllow: GuardOptions['allow']
    readonly threads: GuardOptions['threads']
    readonly malwareScanner?: ScannerAddress | undefined
  }
  readonly egress: Egress
  readonly lookup?: GuardOptions['lookup']
  /** The folders for stored files and for files in transit. */
  readonly folders: { readonly blobs: string; readonly spool: string }
  /** Whether a failing binding is probed; true by default. Commands leave probing to the servers. */
  readonly watches?: boolean
}

/** Opens the stores of files and their keys. Guards connections, because administrators enter the addresses. */
export const provideStorage = (
  services: NeededServices,
  { config, egress, lookup, folders, watches = true }: StorageOptions,
  stack: AsyncDisposableStack,
) => {
  const { storageAllow: allow, threads, malwareScanner: scanner } = config
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  const keyHolders: KeyHolders = {
    problem: guard.problem,
    fetch: createGuardedFetch({ guard, deadlineMs: 5 * second, maximumBytes: 64 * 1024 }),
  }
  const dataKeys = stack.use(createDataKeys({ ...services, keyHolders }))
  const folder = createFolderStore(folders.blobs)
  const spool = createSpool(folders.spool, services.nodeId)
  const objectStores = stack.use(createStores({ ...services, folder, guard, spool: spool.folder }))
  const sweep = (organizationId: string, bindingId: string) =>
    sweepBinding({ ...services, objectStores }, { organizationId, bindingId })
  const watch = watches ? stack.use(createBindingWatch({ ...services, sweep })) : unwatched
  services.metrics.watchUsage(createUsageSample(services))
  return {
    keyHolders,
    dataKeys,
    objectStores,
    removeFilesOf: folder.removeAll,
    blobs: routeBlobs({
      folder,
      stores: objectStores,
      spool,
      sealing: createSealing(dataKeys),
      log: services.log,
      watch,
    }),
    malwareScanner: scanner ? createClamd(scanner) : noScanner,
  }
}

interface BucketOptions extends Pick<StorageOptions, 'egress' | 'lookup'> {
  readonly config: Pick<StorageOptions['config'], 'storageAllow' | 'threads'> & {
    readonly checkpointS3?: Pick<Parameters<typeof plainObjects>[0], 'settings' | 'retainFor'> | undefined
    readonly checkpointS3KeyFile?: string | undefined
  }
}

/** Opens the operator's bucket for checkpoints, if one is configured. */
export const openCheckpointBucket = (
  { clock }: { readonly clock: Clock },
  { config, egress, lookup }: BucketOptions,
  stack: AsyncDisposableStack,
): Files | undefined => {
  const { storageAllow: allow, threads, checkpointS3, checkpointS3KeyFile: keyFile } = config
  if (!checkpointS3 || !keyFile) return undefined
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  return stack.use(plainObjects({ clock, ...checkpointS3, keyFile, guard }))
}
