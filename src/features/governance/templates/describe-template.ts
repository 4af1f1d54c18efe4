import { type CatalogEntry, schemes } from './catalog.ts'
import { type Language, ownerRoles, sources } from './template.ts'

const labels = {
  en: { source: 'Usual source', owner: 'Usual owner', answers: 'Answers' },
  de: { source: 'Übliche Quelle', owner: 'Übliche Zuständigkeit', answers: 'Belegt' },
} as const satisfies Readonly<Record<Language, object>>

/** Renders the description of a requirement that is created from a template. */
export const describeTemplate = ({ answered, source, owner, ...entry }: CatalogEntry, language: Language): string => {
  const label = labels[language]
  const [, proof] = entry[language]
  const references = answered.map(({ scheme, clauses }) => `${schemes[scheme].title[language]}: ${clauses.join(', ')}`)
  return [
    proof,
    '',
    `${label.source}: ${sources[source][language]}`,
    `${label.owner}: ${ownerRoles[owner][language]}`,
    `${label.answers}:`,
    ...references.map(line => `- ${line}`),
  ].join('\n')
}
