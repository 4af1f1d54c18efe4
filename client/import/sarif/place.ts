/**
 * Determines the location of a result so that it is the same on every machine (SARIF 3.4, 3.14.14, 3.20.19, 3.23.7).
 */
import type { ArtifactLocation, Result, Run } from './log.ts'
import { commonFolder, normalize, type ParsedPath, parsePath, pathBelow } from './path.ts'

/** The base ids that tools use for the root of the project; any other base is part of the location. */
const projectBases = new Set([
  'base',
  'checkoutdir',
  'checkoutroot',
  'cwd',
  'gitroot',
  'project',
  'projectdir',
  'projectroot',
  'reporoot',
  'repositoryroot',
  'root',
  'rootdir',
  'rootpath',
  'scandir',
  'scanroot',
  'solutiondir',
  'source',
  'sourcedir',
  'sourceroot',
  'src',
  'srcdir',
  'srcroot',
  'workingdir',
  'workingdirectory',
  'workspace',
  'workspacefolder',
  'workspaceroot',
])

const isProjectBase = (name: string): boolean => projectBases.has(name.toLowerCase().replace(/[^a-z]/g, ''))

/** The checkout folders of build services; paths relative to them are the same on every machine and in every job. */
const checkouts: readonly RegExp[] = [
  /^\/home\/runner\/work\/[^/]+\/[^/]+\//,
  /^\/Users\/runner\/work\/[^/]+\/[^/]+\//,
  /^\/(?:github\/workspace|__w\/[^/]+\/[^/]+)\//,
  /^[A-Z]:\/a\/[^/]+\/[^/]+\//i,
  /^\/home\/vsts\/work\/\d+\/s\//,
  /^\/builds\/[^/]+\/[^/]+\//,
  /^\/var\/(?:jenkins_home|lib\/jenkins)\/workspace\/[^/]+\//,
  /^\/opt\/atlassian\/pipelines\/agent\/build\//,
  /^\/home\/circleci\/project\//,
  /^\/home\/travis\/build\/[^/]+\/[^/]+\//,
]

interface Root {
  readonly folder: string
  /** The prefix of the locations below it, if a run has several projects. */
  readonly prefix: string
}

export interface Places {
  /** The location of a result for identity and display; '' if the file names none. */
  readonly of: (result: Result) => string
  /** The logical name of the position inside the resource or file. */
  readonly logicalOf: (result: Result) => string
  /** Removes the folders that contain the project on this machine from a text. */
  readonly withoutFolders: (words: string) => string
  readonly notes: readonly string[]
}

interface Target extends ParsedPath {
  readonly base: string
}

const artifactAt = (run: Run, index: number | undefined) =>
  index === undefined || index < 0 ? undefined : run.artifacts?.[index]?.location

/** Resolves `uriBaseId` up to an absolute folder, or to a base whose folder the run does not state. */
const resolveLocation = (run: Run, location: ArtifactLocation | undefined): Target | undefined => {
  const indexed = artifactAt(run, location?.index)
  const uri = location?.uri ?? indexed?.uri
  if (uri === undefined) return undefined
  let base = location?.uri === undefined ? (location?.uriBaseId ?? indexed?.uriBaseId) : location.uriBaseId
  let target = parsePath(uri)
  const visited = new Set<string>()
  while (target.kind === 'relative' && base !== undefined && !visited.has(base)) {
    visited.add(base)
    const parent = run.originalUriBaseIds?.get(base)
    if (parent?.uri === undefined) break
    const folder = parsePath(parent.uri)
    if (folder.kind === 'opaque' || (folder.kind === 'absolute' && !isProjectBase(base))) break
    target = { kind: folder.kind, path: normalize(`${folder.path}/${target.path}`) }
    base = parent.uriBaseId
  }
  return { ...target, base: target.kind === 'relative' && base !== undefined && !isProjectBase(base) ? base : '' }
}

const absoluteFolder = (run: Run, location: ArtifactLocation | undefined): string[] => {
  const target = resolveLocation(run, location)
  return target?.kind === 'absolute' ? [target.path] : []
}

const nameOfRepository = (uri: string | undefined): string => (uri ?? '').replace(/\/+$/, '').replace(/^.*\//, '')

/** Finds the folder that contains all others, or their common part, because jscpd declares each scanned folder. */
const outermost = (folders: readonly string[]): string[] => {
  const [first, ...others] = [...new Set(folders)].sort((a, b) => a.length - b.length)
  if (first === undefined) return []
  if (others.every(other => pathBelow(other, first) !== undefined)) return [first]
  return [commonFolder([first, ...others].map(folder => `${folder}/`)) ?? first, ...others]
}

/** Collects the roots of a project by precedence: from the caller, then from the run. */
const rootsOf = (run: Run, callerRoot: string | undefined): Root[] => {
  const rootOf = (folder: string): Root => ({ folder, prefix: '' })
  const callerRoots = callerRoot === undefined ? [] : [rootOf(parsePath(callerRoot).path)]
  const bases = [...(run.originalUriBaseIds?.keys() ?? [])]
    .filter(isProjectBase)
    .flatMap(base => absoluteFolder(run, { uri: '', uriBaseId: base, index: undefined }))
  const repositories = (run.versionControlProvenance ?? []).flatMap(one =>
    absoluteFolder(run, one?.mappedTo).map(folder => ({ folder, prefix: nameOfRepository(one?.repositoryUri) })),
  )
  const hasSeveral = new Set(repositories.map(one => one.folder)).size > 1
  const workingFolders = (run.invocations ?? []).flatMap(one => absoluteFolder(run, one?.workingDirectory))
  return [
    ...callerRoots,
    ...outermost(bases).map(rootOf),
    ...repositories.map(one => (hasSeveral ? one : rootOf(one.folder))),
    ...workingFolders.map(rootOf),
  ].filter(root => root.folder !== '' && root.folder !== '/')
}

const joinPath = (prefix: string, path: string): string => (prefix ? `${prefix}/${path}` : path)

const belowRoots = (path: string, roots: readonly Root[]): string | undefined => {
  for (const { folder, prefix } of roots) {
    const relativePath = pathBelow(path, folder)
    if (relativePath !== undefined) return joinPath(prefix, relativePath)
  }
  const checkout = checkouts.map(one => one.exec(path)?.[0]).find(one => one !== undefined)
  return checkout === undefined ? undefined : path.slice(checkout.length)
}

const targetOf = (run: Run, { locations = [], analysisTarget }: Result): Target | undefined =>
  resolveLocation(run, locations[0]?.physicalLocation?.artifactLocation) ??
  (locations.length === 0 ? resolveLocation(run, analysisTarget) : undefined)

const logicalNameOf = (run: Run, { locations = [] }: Result): string => {
  const logicalLocation = locations[0]?.logicalLocations?.[0]
  const indexed =
    logicalLocation?.index === undefined || logicalLocation.index < 0
      ? undefined
      : run.logicalLocations?.[logicalLocation.index]
  const namedLocation = [logicalLocation, indexed].find(one => one?.fullyQualifiedName)
  return namedLocation?.fullyQualifiedName ?? logicalLocation?.name ?? indexed?.name ?? ''
}

/** Spells folders as URIs, paths and Windows paths, longest first. */
const foldersIn = (folders: readonly string[]): string[] => {
  const usableFolders = folders
    .map(folder => (folder.endsWith('/') ? folder : `${folder}/`))
    .filter(one => one.length > 3)
  const spellings = usableFolders.flatMap(one => {
    const uri = one.startsWith('/') ? `file://${one}` : `file:///${one}`
    return [uri, encodeURI(uri), one, ...(one.startsWith('/') ? [] : [one.replaceAll('/', '\\')])]
  })
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

const noteOf = (files: number, common: string | undefined): string[] => {
  if (files === 0) return []
  const subject = files === 1 ? '1 file has an absolute path' : `${files} files have absolute paths`
  const treatment = common === undefined ? 'used as is' : `made relative to ${common}`
  return [
    `${subject}, ${treatment}; use --root FOLDER to name the folder of the project, so that another runner reports the same findings`,
  ]
}

/** Determines the places in a run; `root` is the project folder from the caller. */
export const placesOf = (run: Run, root: string | undefined): Places => {
  const roots = rootsOf(run, root)
  const outside = new Set<string>()
  for (const result of run.results ?? []) {
    const target = targetOf(run, result)
    if (target?.kind === 'absolute' && belowRoots(target.path, roots) === undefined) outside.add(target.path)
  }
  // If there is a root, paths outside it belong to the machine and stay unchanged.
  const common = roots.length === 0 ? commonFolder([...outside]) : undefined
  const folders = foldersIn([...roots.map(one => one.folder), ...(common === undefined ? [] : [common])])
  const pathOf = (result: Result): string => {
    const target = targetOf(run, result)
    if (target?.kind !== 'absolute') return target ? joinPath(target.base, target.path) : ''
    const { path } = target
    return belowRoots(path, roots) ?? (common === undefined ? path : (pathBelow(path, common) ?? path))
  }
  return {
    of: result => pathOf(result) || logicalNameOf(run, result),
    logicalOf: result => logicalNameOf(run, result),
    withoutFolders: words => folders.reduce((text, folder) => text.replaceAll(folder, ''), words),
    notes: noteOf(outside.size, common),
  }
}
