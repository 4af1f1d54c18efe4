/** Reads the path of every page of the web app from the routes, so that tests of all pages need no list. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Showcase } from './showcase.ts'

const folder = join(import.meta.dirname, '..', '..', 'web', 'app', 'routes')
const source = globSync('*.ts', { cwd: folder })
  .map(file => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const routes = [...source.matchAll(/createRoute\(\{\s+getParentRoute: \(\) => (\w+),\s+(?:path: '([^']+)'|id: )/g)]
if (routes.length !== source.split('createRoute(').length - 1)
  throw new Error('a route in web/app/routes does not begin with getParentRoute and path')

/** Pages that only the development server has. */
const inDevelopment = new Set(['/preview'])

const pathsBelow = (parent: 'app' | 'root'): readonly string[] =>
  routes.flatMap(([, parentRoute, path]) =>
    parentRoute === parent && path !== undefined && !inDevelopment.has(path) ? path : [],
  )

/** The query or fragment that some public pages need to show their content. */
const suffixes: Readonly<Record<string, string>> = {
  '/sign-in/callback': '?error=access_denied',
  '/setup': '#token',
  '/invitation': '#token',
  '/room': '#token',
}

/** Returns the URLs of the pages behind the sign-in, by path. The page of a record shows a record of the showcase. */
export const pagesOf = ({ records }: Pick<Showcase, 'records'>): Readonly<Record<string, string>> => {
  const idAt = (path: string): string => {
    const id = records[path]
    if (id === undefined) throw new Error(`the showcase names no record of ${path}`)
    return id
  }
  const addressOf = (path: string): string =>
    path.replaceAll(/\$\w+/g, (_, index: number) => idAt(path.slice(0, index)))
  return Object.fromEntries(pathsBelow('app').map(path => [path, addressOf(path)]))
}

/** The URLs of the public pages, by path. */
export const publicPages: Readonly<Record<string, string>> = Object.fromEntries(
  pathsBelow('root').map(path => [path, `${path}${suffixes[path] ?? ''}`]),
)

/** Returns the name of a page as it is used in file names, such as `evidence-claims-claimId` or `home`. */
export const fileNameOf = (path: string): string =>
  path.endsWith('$') ? 'not-found' : path.replaceAll('$', '').slice(1).replaceAll('/', '-') || 'home'
