import type { CoreServices } from '#http/call.ts'
import { second } from '#lib/clock.ts'
import type { Files } from '#lib/files.ts'
import { createGuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard, type GuardOptions } from '#lib/guarded/guard.ts'
import { createBundles } from './bundles.ts'
import { createCheckpoints } from './checkpoints.ts'
import { eventPlace } from './event-place.ts'
import { createFolderFiles } from './folder.ts'
import { isPrefixOfTree } from './is-prefix-of-tree.ts'
import type { ExternalPlace, Publication } from './place.ts'
import type { SignNeeds } from './sign-checkpoint.ts'
import { tiledLog } from './tiled-log.ts'
import { timeStampPlace } from './time-stamp.ts'
import { type Witness, witnessPlace } from './witness.ts'

export interface ProofServices extends SignNeeds {
  readonly settings: Pick<CoreServices['settings'], 'url'>
}

interface ProvideOptions extends Pick<GuardOptions, 'egress' | 'lookup'> {
  /** The operator's configuration of seals and places. */
  readonly config: {
    readonly storageAllow: GuardOptions['allow']
    readonly threads: GuardOptions['threads']
    readonly checkpointDir?: string | undefined
    readonly tsaUrl?: string | undefined
    readonly tsaCa?: string | undefined
    readonly witnesses?: readonly Witness[] | undefined
    readonly esealFile?: string | undefined
    readonly esealPasswordFile?: string | undefined
  }
  /** A bucket that also stores checkpoints. */
  readonly bucket: Files | undefined
}

/**
 * Creates the signers of checkpoints and bundles, and the external places in the order in which they are shown. The
 * guard also checks the addresses of places.
 */
export const provideCheckpoints = (services: ProofServices, { config, bucket, egress, lookup }: ProvideOptions) => {
  const { storageAllow: allow, threads, checkpointDir, tsaUrl, tsaCa, witnesses = [], esealFile } = config
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  const fetch = createGuardedFetch({ guard, deadlineMs: 30 * second, maximumBytes: 64 * 1024 })
  const needs = { ...services, fetch }
  const compare = (publication: Publication, note: string) => isPrefixOfTree(needs, publication, note)
  const authority = tsaUrl && tsaCa ? { url: tsaUrl, rootsFile: tsaCa } : undefined
  const places: readonly ExternalPlace[] = [
    ...(checkpointDir ? [tiledLog('folder', createFolderFiles(checkpointDir), compare)] : []),
    ...(bucket ? [tiledLog('object-store', bucket, compare)] : []),
    ...(authority ? [timeStampPlace(needs, authority)] : []),
    ...witnesses.map(witness => witnessPlace(needs, witness)),
    eventPlace,
  ]
  const eSeal = esealFile ? { file: esealFile, passwordFile: config.esealPasswordFile } : undefined
  return { checkpoints: createCheckpoints(needs, places), bundles: createBundles({ ...needs, authority, eSeal }) }
}
