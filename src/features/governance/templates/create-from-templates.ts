import { type Static, Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { Id, Nullable } from '#http/schema.ts'
import { thereTwice } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { type CatalogEntry, entriesByKey } from './catalog.ts'
import { describeTemplate } from './describe-template.ts'
import { linkFramework } from './link-framework.ts'
import { SchemeName, TextLanguage } from './list-requirement-templates.ts'
import { findTemplateRequirements } from './template-queries.ts'

/** The maximum number of templates in one call, which is more than the catalog has. */
export const maxTemplates = 200

const NamedRequirement = Type.Object({ id: Id('ger'), requirementKey: Type.String(), title: Type.String() })

const LinkedFramework = Type.Object(
  {
    id: Id('gfw'),
    title: Type.String(),
    isNew: Type.Boolean(),
    clauses: Type.Integer({ minimum: 0, description: 'New clauses, without headings.' }),
    controls: Type.Integer({ minimum: 0, description: 'New controls.' }),
    links: Type.Integer({ minimum: 0, description: 'New links of controls to clauses.' }),
    raised: Type.Integer({ minimum: 0, description: 'Partial answers of templates that are full now.' }),
    answered: Type.Integer({ minimum: 0, description: 'Clauses that controls of templates answer now.' }),
    leftOut: Type.Array(Type.String(), {
      description: 'Keys of controls that are retired or have the maximum number of links, and of missing clauses.',
    }),
  },
  { title: 'TemplateFramework' },
)

const createdMeanwhile = sentence`template.created_meanwhile: Another call has just created one of these records; repeat the request.`

const readEntries = (keys: readonly string[]): CatalogEntry[] =>
  keys.map((key, i) => {
    const entry = entriesByKey.get(key)
    if (!entry) throw invalid(['keys', i], sentence`field.no_template: is not the key of a template`)
    if (keys.indexOf(key) !== i) throw invalid(['keys', i], thereTwice)
    return entry
  })

export const createFromTemplates = changeEndpoint({
  name: 'createFromTemplates',
  summary: 'Create evidence requirements from templates, and link them to the clauses of a framework',
  tag: 'Frameworks',
  method: 'POST',
  workspace: { path: '/requirement-templates', roles: ['admin'] },
  wholeWorkspace: true,
  status: 200,
  action: 'evidence.requirement.create_from_templates',
  body: Type.Object({
    keys: Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: maxTemplates,
      description: 'The keys of the templates. Templates that the workspace already has are skipped.',
    }),
    language: Type.Optional(TextLanguage),
    status: Type.Optional(
      Type.Enum(['draft', 'active'], { description: 'The status of new requirements; draft if omitted.' }),
    ),
    scheme: Type.Optional(SchemeName),
  }),
  response: Type.Object(
    {
      created: Type.Array(NamedRequirement),
      skipped: Type.Array(
        Type.Object({ ...NamedRequirement.properties, status: Type.Enum(['draft', 'active', 'retired']) }),
      ),
      framework: Nullable(LinkedFramework),
    },
    { title: 'TemplateResult' },
  ),
  errors: ['conflict', 'unprocessable'],
  conflicts: {
    evidence_requirement_key: createdMeanwhile,
    framework_key: createdMeanwhile,
    control_key: createdMeanwhile,
  },
  needs: ['createRequirement'],
  async run(change, { body: { keys, language = 'en', status = 'draft', scheme } }) {
    const entries = readEntries(keys)
    if (entries.length === 0 && !scheme)
      throw new Refusal('unprocessable', sentence`template.none_chosen: Choose at least one template.`)
    const existing = await change.tx.query(findTemplateRequirements, { keys: [...entriesByKey.keys()] })
    const idsByKey = new Map(existing.map(({ key, id }) => [key, id]))
    const created: Static<typeof NamedRequirement>[] = []
    for (const entry of entries) {
      const { key: requirementKey, validityDays } = entry
      if (idsByKey.has(requirementKey)) continue
      const [title] = entry[language]
      const description = describeTemplate(entry, language)
      const id = change.createRequirement(change, { requirementKey, title, description, status, validityDays })
      idsByKey.set(requirementKey, id)
      created.push({ id, requirementKey, title })
    }
    const chosen = new Set(keys)
    const skipped = existing
      .filter(({ key }) => chosen.has(key))
      .map(({ key: requirementKey, id, title, status }) => ({ id, requirementKey, title, status }))
    const framework = scheme ? await linkFramework(change, { scheme, language, idsByKey }) : null
    const detail = `${created.length} created, ${skipped.length} skipped`
    change.audit(framework?.id ?? created[0]?.id ?? skipped[0]?.id ?? '', { detail })
    return { created, skipped, framework }
  },
})
