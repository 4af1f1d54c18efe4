import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A file that declares an endpoint. */
interface EndpointFile {
  /** The path of the file below `src/`. */
  readonly file: string
  /**
   * The name under which the endpoint is exported. Undefined for an endpoint of a family, because the family is
   * exported as a whole.
   */
  readonly name: string | undefined
  /** The noun of verbs that are exported together: `PolicyVersion` of `policyVersionVerbs`. */
  readonly noun?: string
}

const source = join(import.meta.dirname, '..', '..', 'src')

const files = globSync('features/**/*.ts', { cwd: source, exclude: ['**/*.test.ts', '**/index.ts'] }).sort()

/**
 * Finds every file of a feature that exports an endpoint, grouped by endpoint. Ignores the files that list the
 * endpoints of a feature.
 */
export const endpointFiles = async (): Promise<Map<unknown, EndpointFile[]>> => {
  const filesByEndpoint = new Map<unknown, EndpointFile[]>()
  const addFile = (endpoint: unknown, file: EndpointFile) =>
    filesByEndpoint.set(endpoint, [...(filesByEndpoint.get(endpoint) ?? []), file])
  for (const file of files) {
    for (const [name, value] of Object.entries(await import(join(source, file)))) {
      const [, noun] = /^(\w+)Verbs$/.exec(name) ?? []
      if (noun && Array.isArray(value)) {
        const capitalized = noun.charAt(0).toUpperCase() + noun.slice(1)
        for (const endpoint of value) addFile(endpoint, { file, name: undefined, noun: capitalized })
        continue
      }
      const endpoints = Object(value).endpoints
      if (Array.isArray(endpoints)) for (const endpoint of endpoints) addFile(endpoint, { file, name: undefined })
      else addFile(value, { file, name })
    }
  }
  return filesByEndpoint
}

/**
 * Whether an operation is in the file that its name suggests. `createClaim` is exported under that name from
 * `create-claim.ts`. Endpoints that a family generates, such as `getEvidenceClaim` and `listEvidenceClaims`, are in the
 * file of their noun, `claim.ts`. Verbs that a declaration generates are exported under their noun.
 */
export const isInItsFile = (operation: string, { file, name, noun }: EndpointFile): boolean => {
  if (noun !== undefined) return operation.includes(noun)
  const stem = basename(file, '.ts')
  const words = operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  if (name === undefined) return [stem, `${stem}s`, stem.replace(/y$/, 'ies')].some(noun => words.endsWith(`-${noun}`))
  return name === operation && stem === words
}
