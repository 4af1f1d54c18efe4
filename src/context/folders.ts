import { join } from 'node:path'

/** The folders of a data directory. */
export const foldersOf = ({ dataDir }: { readonly dataDir: string }) => ({
  blobs: join(dataDir, 'blobs'),
  spool: join(dataDir, 'spool'),
  database: join(dataDir, 'postgres'),
})
