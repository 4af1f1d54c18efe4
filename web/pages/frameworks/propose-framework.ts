import type { AboutFile } from '#client/import/about.ts'

/** The limits of the fields of a framework, in characters. */
const maxTitle = 500
const maxKey = 200

/** A year or a number with dots at the end of a name: `ISO 27001 2022`, `rules-v4.1`. */
const versionInName = /[ _-]v?((?:19|20)\d{2}|\d+(?:\.\d+)+)$/i

/** Proposes the fields of a new framework from the metadata of its file, or from the file's name. */
export const proposeFramework = (fileName: string, about: AboutFile) => {
  const name = fileName.replace(/\.[^.]+$/, '')
  const version = about.version ?? versionInName.exec(name)?.[1] ?? ''
  const words = name.replace(versionInName, '').replaceAll(/[_-]+/g, ' ').trim() || name
  const title = (about.title ?? words).slice(0, maxTitle)
  return { title, version: version.slice(0, maxKey), frameworkKey: (about.key ?? words).slice(0, maxKey) }
}
