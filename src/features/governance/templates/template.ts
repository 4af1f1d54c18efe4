/** A text in the languages of the web app. */
interface BilingualText {
  readonly en: string
  readonly de: string
}

export type Language = keyof BilingualText

/** The topics that group templates, in the order of the catalog. */
export const topics = {
  governance: { en: 'Governance and risk', de: 'Steuerung und Risiken' },
  people: { en: 'People', de: 'Beschäftigte' },
  assets: { en: 'Assets and information', de: 'Werte und Informationen' },
  access: { en: 'Access', de: 'Zugriff' },
  suppliers: { en: 'Suppliers', de: 'Lieferanten' },
  operations: { en: 'Operations', de: 'Betrieb' },
  technology: { en: 'Networks and cryptography', de: 'Netze und Kryptografie' },
  development: { en: 'Development and change', de: 'Entwicklung und Änderungen' },
  continuity: { en: 'Continuity and recovery', de: 'Notfallvorsorge und Wiederherstellung' },
  incidents: { en: 'Incidents', de: 'Vorfälle' },
  premises: { en: 'Premises and equipment', de: 'Gebäude und Geräte' },
  privacy: { en: 'Personal data', de: 'Personenbezogene Daten' },
  ai: { en: 'AI systems', de: 'KI-Systeme' },
} as const satisfies Readonly<Record<string, BilingualText>>

/** Where the proof usually comes from. */
export const sources = {
  backup: { en: 'Backup system', de: 'Sicherungssystem' },
  configuration: { en: 'Configuration export', de: 'Export der Konfiguration' },
  contract: { en: 'Contract file', de: 'Vertragsakte' },
  document: { en: 'Approved document', de: 'Freigegebenes Dokument' },
  hr: { en: 'HR export', de: 'Export aus der Personalverwaltung' },
  identity: { en: 'Identity provider', de: 'Identitätsanbieter' },
  minutes: { en: 'Minutes of a meeting', de: 'Sitzungsprotokoll' },
  monitoring: { en: 'Monitoring and logs', de: 'Überwachung und Protokolldaten' },
  person: { en: 'Report by a person', de: 'Bericht einer Person' },
  register: { en: 'Register or inventory', de: 'Register oder Inventar' },
  report: { en: 'Independent report', de: 'Unabhängiger Bericht' },
  repository: { en: 'Source code platform', de: 'Plattform für Quellcode' },
  scanner: { en: 'Scanner', de: 'Scanner' },
  ticket: { en: 'Ticket system', de: 'Ticketsystem' },
  training: { en: 'Training platform', de: 'Schulungsplattform' },
} as const satisfies Readonly<Record<string, BilingualText>>

/** The roles that usually own a requirement. */
export const ownerRoles = {
  ai: { en: 'AI product owner', de: 'Produktverantwortung KI' },
  audit: { en: 'Internal audit', de: 'Interne Revision' },
  continuity: { en: 'Business continuity', de: 'Notfallmanagement' },
  development: { en: 'Head of development', de: 'Leitung Entwicklung' },
  facilities: { en: 'Facility management', de: 'Gebäudemanagement' },
  hr: { en: 'Human resources', de: 'Personalabteilung' },
  it: { en: 'IT operations', de: 'IT-Betrieb' },
  legal: { en: 'Legal', de: 'Rechtsabteilung' },
  management: { en: 'Management', de: 'Geschäftsleitung' },
  privacy: { en: 'Data protection officer', de: 'Datenschutzbeauftragte Person' },
  procurement: { en: 'Procurement', de: 'Einkauf' },
  risk: { en: 'Risk management', de: 'Risikomanagement' },
  security: { en: 'Information security', de: 'Informationssicherheit' },
} as const satisfies Readonly<Record<string, BilingualText>>

export const schemeKeys = ['iso27001', 'soc2', 'dora', 'nis2', 'gdpr', 'ai_act'] as const

export type SchemeKey = (typeof schemeKeys)[number]

/** A title and the proof that is usually requested, in one language. */
type TitleAndProof = readonly [title: string, proof: string]

/** A template for an evidence requirement and its control. */
export interface Template {
  /** The key of the requirement and of the control. It never changes. */
  readonly key: string
  readonly source: keyof typeof sources
  readonly owner: keyof typeof ownerRoles
  readonly validityDays: number
  /** The references that the proof answers, in each scheme, separated by spaces and without the prefix of the scheme. */
  readonly answers: Readonly<Partial<Record<SchemeKey, string>>>
  readonly en: TitleAndProof
  readonly de: TitleAndProof
}

/** A set of rules, with the references that the catalog answers. The titles are our own wording. */
export interface Scheme {
  readonly frameworkKey: string
  readonly title: BilingualText
  readonly version: string
  /** The beginning of every reference: `Art. `. */
  readonly prefix: string
  readonly chapters: readonly Chapter[]
}

type TitledReference = readonly [reference: string, en: string, de: string]

interface Chapter {
  readonly key: string
  readonly title: BilingualText
  readonly clauses: readonly TitledReference[]
}
