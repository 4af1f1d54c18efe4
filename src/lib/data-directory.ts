import { makeDirectory, makingFault } from './make-directory.ts'
import { ConfigError } from './variables.ts'

export const unusableDataDirectory = (dataDir: string, reason: string): ConfigError => {
  const says = `is ${JSON.stringify(dataDir)}: ${reason}; for example PROBATA_DATA_DIR=/var/lib/probata`
  return new ConfigError([{ variable: 'PROBATA_DATA_DIR', says }])
}

/** Creates the data directory if it is missing. Throws ConfigError. */
export async function makeDataDirectory(dataDir: string): Promise<void> {
  await makeDirectory(dataDir, 0o700).catch(error => {
    throw unusableDataDirectory(dataDir, `cannot be created: the folder above it ${makingFault(error)}`)
  })
}
