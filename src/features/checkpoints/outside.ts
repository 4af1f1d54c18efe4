import type { CoreServices } from '#api/call.ts'
import type { Files } from '#lib/files.ts'
import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { createBundles } from './bundles.ts'
import { createCheckpoints } from './checkpoints.ts'
import { eventPlace } from './event-place.ts'
import { folderFiles } from './folder.ts'
import type { OutsidePlace, Publishing } from './place.ts'
import { isOurs } from './restored.ts'
import type { SignNeeds } from './sign-checkpoint.ts'
import { tiledLog } from './tiled-log.ts'
import { timeStampPlace } from './time-stamp.ts'
import { type Witness, witnessPlace } from './witness.ts'

export interface Proving extends SignNeeds {
  readonly settings: Pick<CoreServices['settings'], 'url'>
}

/** The operator's configuration of seals and places. */
interface Configured {
  readonly checkpointDir?: string | undefined
  readonly bucket: Files | undefined
  readonly tsaUrl?: string | undefined
  readonly tsaCa?: string | undefined
  readonly witnesses?: readonly Witness[] | undefined
  readonly esealFile?: string | undefined
  readonly esealPasswordFile?: string | undefined
}

/** The signers of the ledger and bundles, and the places outside, in the order in which people see them. */
export const openOutside = (needs: Proving & { readonly fetch: GuardedFetch }, configured: Configured) => {
  const { checkpointDir, bucket, tsaUrl, tsaCa, witnesses = [], esealFile, esealPasswordFile } = configured
  const compare = (publishing: Publishing, held: string) => isOurs(needs, publishing, held)
  const authority = tsaUrl && tsaCa ? { url: tsaUrl, rootsFile: tsaCa } : undefined
  const places: readonly OutsidePlace[] = [
    ...(checkpointDir ? [tiledLog('folder', folderFiles(checkpointDir), compare)] : []),
    ...(bucket ? [tiledLog('object-store', bucket, compare)] : []),
    ...(authority ? [timeStampPlace(needs, authority)] : []),
    ...witnesses.map(witness => witnessPlace(needs, witness)),
    eventPlace,
  ]
  const eSeal = esealFile ? { file: esealFile, passwordFile: esealPasswordFile } : undefined
  return { checkpoints: createCheckpoints(needs, places), bundles: createBundles({ ...needs, authority, eSeal }) }
}
