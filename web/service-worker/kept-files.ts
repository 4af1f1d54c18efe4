/** Set by `build-service-worker.ts`: the paths of the build's files, their digest, and the main script among them. */
declare const __FILES__: readonly string[]
declare const __BUILD__: string
declare const __MAIN__: string

const prefix = 'probata-files-'
const ownName = prefix + __BUILD__
const documentPath = '/'

/** The number of parallel requests, which leaves connections to the page: it loads its data at the same time. */
const parallel = 3

const open = (): Promise<Cache> => caches.open(ownName)

/** The names of a build contain the digests of its files, so a copy of any build is the same file. */
export const findFile = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true })

/** The document of this worker's own build. */
export const findDocument = async (): Promise<Response | undefined> =>
  (await open()).match(documentPath, { ignoreVary: true })

/** Throws unless the server itself sent this file. A proxy may answer with its own page. */
const requireFile = (path: string, response: Response): Response => {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || response.redirected || type.includes('html')) throw new Error(`${path}: ${response.status}`)
  return response
}

const keepFile = async (cache: Cache, path: string): Promise<void> => {
  if (await cache.match(path, { ignoreVary: true })) return
  const copy = await findFile(path)
  await cache.put(path, copy ?? requireFile(path, await fetch(path, { priority: 'low' })))
}

/** Keeps the document. Throws if the server serves another build: its document would load files that are not kept. */
const keepDocument = async (cache: Cache): Promise<void> => {
  const response = await fetch(documentPath, { cache: 'no-store' })
  const copy = response.clone()
  if (!response.ok || !(await response.text()).includes(__MAIN__)) throw new Error('The server has another build.')
  await cache.put(documentPath, copy)
}

/** Keeps all files of the build, and its document last. Throws if one is missing; the next try continues from there. */
export const keepAll = async (): Promise<void> => {
  const cache = await open()
  const paths = __FILES__[Symbol.iterator]()
  const work = async () => {
    for (const path of paths) await keepFile(cache, path)
  }
  await Promise.all(Array.from({ length: parallel }, work))
  await keepDocument(cache)
}

/** Deletes the files of older builds, except the newest: a window that is still open may belong to it. */
export const removeOld = async (): Promise<void> => {
  const names = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== ownName)
  await Promise.all(names.slice(0, -1).map(name => caches.delete(name)))
}
