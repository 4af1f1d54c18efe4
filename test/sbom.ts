/**
 * `npm run sbom`: the bill of materials of an install, as CycloneDX, from the lock file: the packages of the server and
 * of the commands, and those used to build the web app. The same lock file always gives the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf } from './static/imports.ts'

const root = join(import.meta.dirname, '..')

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly scope?: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

export interface Bom {
  readonly serialNumber: string
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Returns the package of a specifier: `@scope/name` for `@scope/name/file.js`. */
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** Returns the packages that the web app's sources import and its build includes. */
const packagesOfWebApp = (): string[] => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    path =>
      !/\.(test|d)\.ts$|^web\/(build|build-service-worker|build-verifier|early-(files|pages)|unused-styles|vite\.config)\.ts$/.test(
        path,
      ),
  )
  const specifiers = sources.flatMap(path =>
    importsOf(readFileSync(join(root, path), 'utf8')).flatMap(({ kind, specifier }) =>
      kind === 'type' || /^[.#/]|^node:|^virtual:/.test(specifier) ? [] : [packageOf(specifier)],
    ),
  )
  return [...new Set(specifiers)].sort()
}

/** Returns the direct dependencies of the program, of the commands and of the web app's build. */
export const directPackages = (): string[] => {
  const manifests = ['.', 'client'].map(manifestOf)
  const directNames = manifests.flatMap(({ dependencies = {}, optionalDependencies = {} }) => [
    ...Object.keys(dependencies),
    ...Object.keys(optionalDependencies),
  ])
  return [...new Set([...directNames, ...packagesOfWebApp()])].sort()
}

interface LockedPackage {
  readonly version?: string
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/**
 * Returns the optional packages that a package supports, such as TypeScript, by the name and version of the package.
 */
const optionalPeers = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return new Map(
    Object.entries<LockedPackage>(lock.packages).map(([path, { version, peerDependenciesMeta = {} }]) => [
      `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
      new Set(Object.keys(peerDependenciesMeta).filter(name => peerDependenciesMeta[name]?.optional)),
    ]),
  )
}

const byRef = (a: { readonly [key: string]: unknown }, b: typeof a): number =>
  String(a['bom-ref'] ?? a.ref) < String(b['bom-ref'] ?? b.ref) ? -1 : 1

/** Returns the packages that can be reached from these packages, including them. */
const reachableFrom = (refs: readonly string[], edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> => {
  const reachable = new Set<string>()
  const queue = [...refs]
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    if (reachable.has(ref)) continue
    reachable.add(ref)
    queue.push(...(edges.get(ref) ?? []))
  }
  return reachable
}

/** Returns a UUID of version 8 (RFC 9562) that is derived from the content. */
const serialOf = (content: unknown): string => {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}

const isDevelopment = ({ name }: { readonly name: string }): boolean => name === 'cdx:npm:package:development'

export const makeBom = (): Bom => {
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    // Vite sets NODE_ENV to production when it builds the web app. npm would then leave out development packages.
    env: { ...process.env, NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const document = JSON.parse(text.toString())
  const self = document.metadata.component
  const peers = optionalPeers()
  const edges = new Map<string, readonly string[]>(
    document.dependencies.map(({ ref, dependsOn = [] }: Dependency) => [
      ref,
      dependsOn.filter(to => !peers.get(ref)?.has(to.replace(/@[^@]*$/, ''))),
    ]),
  )
  const direct = new Set(directPackages())
  const names = new Map<string, string>(
    document.components.map(({ 'bom-ref': ref, purl }: Component) => [
      ref,
      decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, '')),
    ]),
  )
  const directRefs = ['@probata/client@', ''].flatMap(prefix => {
    const from = prefix ? [...edges.keys()].find(ref => ref.startsWith(prefix)) : self['bom-ref']
    return (edges.get(from ?? '') ?? []).filter(ref => direct.has(names.get(ref) ?? ''))
  })
  // The packages that npm installs for production, even if only an optional peer needs them. Our own client is not
  // listed as a package.
  const installed = document.components.flatMap(({ 'bom-ref': ref, properties = [] }: Component) =>
    properties.some(isDevelopment) || ref.startsWith('@probata/') ? [] : [ref],
  )
  const reachable = reachableFrom([...directRefs, ...installed], edges)
  const components = document.components
    .filter((component: Component) => reachable.has(component['bom-ref']))
    // npm marks the packages of the web app as development, but they ship in the build.
    .map(({ properties = [], ...component }: Component) => ({
      ...component,
      properties: properties.filter(property => !isDevelopment(property)),
    }))
    .sort(byRef)
  const dependencies = [
    { ref: self['bom-ref'], dependsOn: [...new Set(directRefs)].sort() },
    ...document.dependencies
      .filter(({ ref }: Dependency) => reachable.has(ref))
      .map(({ ref }: Dependency) => ({ ref, dependsOn: (edges.get(ref) ?? []).filter(to => reachable.has(to)).sort() }))
      .sort(byRef),
  ]
  const { timestamp: _, tools: __, ...metadata } = document.metadata
  return {
    ...document,
    serialNumber: serialOf([components, dependencies]),
    // Sets the name, because npm would name the component after the folder.
    metadata: { ...metadata, component: { ...self, type: 'application', name: 'probata' } },
    components,
    dependencies,
  }
}

if (import.meta.main) {
  const path = join(root, 'dist', 'sbom.cdx.json')
  const bom = makeBom()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(bom, undefined, 2)}\n`)
  process.stdout.write(`${path}: ${bom.components.length} packages\n`)
}
