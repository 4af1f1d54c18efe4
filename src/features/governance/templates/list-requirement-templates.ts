import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Nullable } from '#http/schema.ts'
import { type CatalogEntry, catalog, entriesOf, referencesIn, schemes } from './catalog.ts'
import { type Language, ownerRoles, schemeKeys, sources, topics } from './template.ts'
import { findSchemeFrameworks, findTemplateRequirements } from './template-queries.ts'

export const SchemeName = Type.Enum([...schemeKeys])

export const TextLanguage = Type.Enum(['en', 'de'], { description: 'The language of the texts.' })

/** A record that already has the key. */
const ExistingRecord = Type.Object({ id: Type.String(), status: Type.Enum(['draft', 'active', 'retired']) })

const TemplateScheme = Type.Object(
  {
    scheme: SchemeName,
    title: Type.String(),
    version: Type.String(),
    templates: Type.Integer({ minimum: 0, description: 'The templates that answer it.' }),
    clauses: Type.Integer({ minimum: 0, description: 'The clauses that the templates answer.' }),
    framework: Nullable(Type.Object({ ...ExistingRecord.properties, id: Id('gfw') })),
  },
  { title: 'TemplateScheme' },
)

const RequirementTemplate = Type.Object(
  {
    key: Type.String({ description: 'The key of the requirement and of its control.' }),
    topic: Type.String(),
    title: Type.String(),
    proof: Type.String({ description: 'The proof that is usually requested.' }),
    source: Type.String({ description: 'Where the proof usually comes from.' }),
    owner: Type.String({ description: 'The role that usually owns the requirement.' }),
    validityDays: Type.Integer({ minimum: 1 }),
    answers: Type.Array(Type.Object({ scheme: SchemeName, clauses: Type.Array(Type.String()) })),
    requirement: Nullable(Type.Object({ ...ExistingRecord.properties, id: Id('ger') })),
  },
  { title: 'RequirementTemplate' },
)

/** The longest text that a search accepts. */
const maxSearchLength = 100

/** Whether a template contains each word of a search. */
const matches = (entry: CatalogEntry, language: Language, words: readonly string[]): boolean => {
  const references = entry.answered.flatMap(({ clauses }) => clauses)
  const labels = [topics[entry.topic], sources[entry.source], ownerRoles[entry.owner]].map(text => text[language])
  const content = [entry.key, ...entry[language], ...references, ...labels].join('\n').toLocaleLowerCase(language)
  return words.every(word => content.includes(word))
}

export const listRequirementTemplates = readEndpoint({
  name: 'listRequirementTemplates',
  summary: 'List the templates of evidence requirements, and which of them the workspace has',
  tag: 'Frameworks',
  workspace: { path: '/requirement-templates', roles: [...roles] },
  query: Type.Object({
    language: Type.Optional(TextLanguage),
    scheme: Type.Optional(SchemeName),
    search: Type.Optional(
      Type.String({ maxLength: maxSearchLength, description: 'Words that each template must contain.' }),
    ),
  }),
  response: Type.Object({
    schemes: Type.Array(TemplateScheme),
    templates: Type.Array(RequirementTemplate, { description: 'All matching templates, by topic.' }),
  }),
  async run(call, { query: { language = 'en', scheme, search = '' } }) {
    const words = search.toLocaleLowerCase(language).split(/\s+/).filter(Boolean)
    const entries = (scheme ? entriesOf(scheme) : catalog).filter(entry => matches(entry, language, words))
    const [requirements, frameworks] = await Promise.all([
      call.read(findTemplateRequirements, { keys: entries.map(({ key }) => key) }),
      call.read(findSchemeFrameworks, { keys: schemeKeys.map(scheme => schemes[scheme].frameworkKey) }),
    ])
    const requirementsByKey = new Map(requirements.map(({ key, id, status }) => [key, { id, status }]))
    const frameworksByKey = new Map(frameworks.map(({ key, id, status }) => [key, { id, status }]))
    return {
      schemes: schemeKeys.map(scheme => {
        const { title, version, frameworkKey } = schemes[scheme]
        const answering = entriesOf(scheme)
        return {
          ...{ scheme, version, title: title[language], templates: answering.length },
          clauses: new Set(answering.flatMap(entry => referencesIn(entry, scheme))).size,
          framework: frameworksByKey.get(frameworkKey) ?? null,
        }
      }),
      templates: entries.map(({ key, topic, source, owner, validityDays, answered, ...entry }) => {
        const [title, proof] = entry[language]
        return {
          ...{ key, title, proof, validityDays },
          topic: topics[topic][language],
          source: sources[source][language],
          owner: ownerRoles[owner][language],
          answers: answered.map(({ scheme, clauses }) => ({ scheme, clauses: [...clauses] })),
          requirement: requirementsByKey.get(key) ?? null,
        }
      }),
    }
  },
})
