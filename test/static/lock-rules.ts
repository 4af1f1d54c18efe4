type Names = Readonly<Record<string, string>>

/** The fields that the checks read in a package.json, or in a package's entry in package-lock.json. */
export type Manifest = {
  name?: string
  workspaces?: readonly string[]
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  engines?: Names
}

/** package-lock.json, lockfileVersion 3: entries by path, such as `node_modules/pg`; `''` is the root. */
export type Lock = { packages: Readonly<Record<string, Manifest>> }

const exact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/
const registry = 'https://registry.npmjs.org/'
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** Returns the dependencies in a package.json that allow more than one version. */
export function rangeViolations(path: string, manifest: Manifest): string[] {
  return kinds.flatMap(kind =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `${path}: ${kind} ${name} '${version}' is not one exact version`),
  )
}

/** Returns the paths at which Node looks for `name` from the package at `path`, nearest first. */
function lookups(path: string, name: string): string[] {
  const parents = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  const prefixes = parents.reverse().map(parent => (parent === '' ? '' : `${parent}/`))
  return [...new Set([...prefixes, ''])].map(prefix => `${prefix}node_modules/${name}`)
}

function missingDependencies(path: string, entry: Manifest, lock: Lock): string[] {
  const dependencies = {
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...(path === '' ? entry.devDependencies : {}),
  }
  return Object.entries(dependencies)
    .filter(([name]) => !lookups(path, name).some(location => location in lock.packages))
    .map(([name, version]) => `${path || 'the root'}: ${name} ${version} has no entry in the lock`)
}

function source(path: string, entry: Manifest): string[] {
  if (!path.includes('node_modules/') || entry.link || entry.inBundle) return []
  const isForeignRegistry = entry.resolved !== undefined && !entry.resolved.startsWith(registry)
  return [
    ...(isForeignRegistry ? [`${path}: resolved from ${entry.resolved}, not from ${registry}`] : []),
    ...(entry.integrity?.startsWith('sha512-') ? [] : [`${path}: no sha512 integrity`]),
  ]
}

/**
 * Checks `engines`, which npm compares with the Node that runs it. npm warns about each package that needs a newer
 * Node.
 */
function engines(path: string, entry: Manifest): string[] {
  if (!path.includes('node_modules/') || !entry.engines) return []
  return [`${path}: names its engines; \`npm run lock\` leaves them out`]
}

/**
 * Returns entries that would make `npm ci` fail or differ on another machine: a dependency without an entry of its own
 * (npm can write a lock that leaves out other platforms' packages), a package from another registry, or one without a
 * digest. Also returns entries that would make npm print warnings about Node that users cannot fix.
 */
export function lockViolations(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...missingDependencies(path, entry, lock),
    ...source(path, entry),
    ...engines(path, entry),
  ])
}
