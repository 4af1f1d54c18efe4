import { existsSync, readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'

/** A row of `early.json`, which the build of the web app writes (web/early-files.ts). */
interface Row {
  /** A pattern of paths. The first row that matches counts. */
  readonly path: string
  /** A `Link` header (RFC 8288) for each language of the app. */
  readonly links: Readonly<Record<string, string>>
}

const defaultLanguage = 'en'

/** The languages of `Accept-Language`, in its order. Browsers list the preferred one first. */
const languagesOf = (acceptLanguage = ''): string[] => acceptLanguage.split(',').map(tag => tag.trim().slice(0, 2))

/** Reads which files and data a page needs first. Returns a function that gives the `Link` header of a request's page. */
export const readEarlyFiles = (file: string): ((request: FastifyRequest) => string | undefined) => {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const table = rows.map(({ path, links }) => ({ pattern: new RegExp(path), links }))
  return ({ url, headers }) => {
    const [path = ''] = url.split('?')
    const links = table.find(({ pattern }) => pattern.test(path))?.links ?? {}
    const language = languagesOf(headers['accept-language']).find(one => one in links)
    return links[language ?? defaultLanguage]
  }
}
