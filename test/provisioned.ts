import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { open } from '#src/system.ts'
import { testMasterKey } from './environment.ts'
import { workspace } from './fixture.ts'

/** Creates the organizations of test/fixture.ts. */
export const provisionWorkspace = async (connection: ClientConfig): Promise<void> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-data-'))
  const config = readConfig({ PROBATA_DATA_DIR: folder.path, PROBATA_MASTER_KEY: testMasterKey })
  await using opened = await open({ config, log: createLog({ level: 'silent' }), connection })
  await provision(opened.services, sections, workspace)
}
