import { accessTemplates } from './catalog/access.ts'
import { aiTemplates } from './catalog/ai.ts'
import { assetsTemplates } from './catalog/assets.ts'
import { continuityTemplates } from './catalog/continuity.ts'
import { developmentTemplates } from './catalog/development.ts'
import { governanceTemplates } from './catalog/governance.ts'
import { incidentsTemplates } from './catalog/incidents.ts'
import { operationsTemplates } from './catalog/operations.ts'
import { peopleTemplates } from './catalog/people.ts'
import { premisesTemplates } from './catalog/premises.ts'
import { privacyTemplates } from './catalog/privacy.ts'
import { suppliersTemplates } from './catalog/suppliers.ts'
import { technologyTemplates } from './catalog/technology.ts'
import { aiAct } from './schemes/ai-act.ts'
import { dora } from './schemes/dora.ts'
import { gdpr } from './schemes/gdpr.ts'
import { iso27001 } from './schemes/iso27001.ts'
import { nis2 } from './schemes/nis2.ts'
import { soc2 } from './schemes/soc2.ts'
import { type Scheme, type SchemeKey, schemeKeys, type Template, type topics } from './template.ts'

export const schemes: Readonly<Record<SchemeKey, Scheme>> = { iso27001, soc2, dora, nis2, gdpr, ai_act: aiAct }

const templatesByTopic: Readonly<Record<keyof typeof topics, readonly Template[]>> = {
  governance: governanceTemplates,
  people: peopleTemplates,
  assets: assetsTemplates,
  access: accessTemplates,
  suppliers: suppliersTemplates,
  operations: operationsTemplates,
  technology: technologyTemplates,
  development: developmentTemplates,
  continuity: continuityTemplates,
  incidents: incidentsTemplates,
  premises: premisesTemplates,
  privacy: privacyTemplates,
  ai: aiTemplates,
}

/** The references of one scheme that a template answers, in full: `Art. 12(2)`. */
interface AnsweredReferences {
  readonly scheme: SchemeKey
  readonly clauses: readonly string[]
}

/** A template with its topic and its references. */
export interface CatalogEntry extends Template {
  readonly topic: keyof typeof topics
  readonly answered: readonly AnsweredReferences[]
}

const answeredBy = ({ answers }: Template): AnsweredReferences[] =>
  schemeKeys.flatMap(scheme => {
    const clauses = answers[scheme]?.split(' ').map(reference => schemes[scheme].prefix + reference)
    return clauses ? [{ scheme, clauses }] : []
  })

export const catalog: readonly CatalogEntry[] = Object.entries(templatesByTopic).flatMap(([topic, templates]) =>
  templates.map(template => ({ ...template, topic: Object(topic), answered: answeredBy(template) })),
)

export const entriesByKey: ReadonlyMap<string, CatalogEntry> = new Map(catalog.map(entry => [entry.key, entry]))

/** The references of a scheme that a template answers. */
export const referencesIn = ({ answered }: CatalogEntry, scheme: SchemeKey): readonly string[] =>
  answered.find(references => references.scheme === scheme)?.clauses ?? []

/** The templates that answer a scheme. */
export const entriesOf = (scheme: SchemeKey): CatalogEntry[] =>
  catalog.filter(entry => referencesIn(entry, scheme).length > 0)
