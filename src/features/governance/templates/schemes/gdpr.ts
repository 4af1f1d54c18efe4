import type { Scheme } from '#src/features/governance/templates/template.ts'

/** Regulation (EU) 2016/679: the security of processing, and the articles around it. */
export const gdpr: Scheme = {
  frameworkKey: 'GDPR-SECURITY',
  title: { en: 'GDPR, security of processing', de: 'DSGVO, Sicherheit der Verarbeitung' },
  version: '(EU) 2016/679',
  prefix: 'Art. ',
  chapters: [
    {
      key: 'II',
      title: { en: 'Principles', de: 'Grundsätze' },
      clauses: [['5(1)(e)', 'Kept no longer than needed', 'Nicht länger als nötig gespeichert']],
    },
    {
      key: 'III',
      title: { en: 'Rights of people', de: 'Rechte der Betroffenen' },
      clauses: [['17(1)', 'Erasing on request', 'Löschen auf Verlangen']],
    },
    {
      key: 'IV.1',
      title: {
        en: 'Duties of controllers and processors',
        de: 'Pflichten der Verantwortlichen und Auftragsverarbeiter',
      },
      clauses: [
        ['24(1)', 'Measures reviewed and demonstrable', 'Maßnahmen überprüft und belegbar'],
        ['25(1)', 'Protection built in', 'Schutz durch Gestaltung'],
        ['25(2)', 'Protective defaults', 'Schützende Voreinstellungen'],
        ['28(1)', 'Processors with sufficient guarantees', 'Auftragsverarbeiter mit ausreichenden Garantien'],
        ['28(3)', 'Contracts with processors', 'Verträge mit Auftragsverarbeitern'],
        ['30(1)', 'Records of processing', 'Verzeichnis der Verarbeitungen'],
      ],
    },
    {
      key: 'IV.2',
      title: { en: 'Security of personal data', de: 'Sicherheit personenbezogener Daten' },
      clauses: [
        ['32(1)(a)', 'Pseudonyms and encryption', 'Pseudonyme und Verschlüsselung'],
        ['32(1)(b)', 'Systems that stay secure and resilient', 'Systeme, die sicher und belastbar bleiben'],
        ['32(1)(c)', 'Access restored after an incident', 'Zugang nach einem Zwischenfall wiederherstellen'],
        ['32(1)(d)', 'Measures tested regularly', 'Maßnahmen regelmäßig testen'],
        ['32(2)', 'Security that fits the risk', 'Sicherheit, die zum Risiko passt'],
        ['32(4)', 'People act on instructions only', 'Handeln nur auf Weisung'],
        ['33(1)', 'Notifying the authority', 'Die Aufsichtsbehörde benachrichtigen'],
        ['33(5)', 'Documenting breaches', 'Verletzungen dokumentieren'],
        ['34(1)', 'Informing the people concerned', 'Betroffene benachrichtigen'],
      ],
    },
    {
      key: 'IV.3',
      title: { en: 'Impact assessment', de: 'Folgenabschätzung' },
      clauses: [['35(1)', 'Assessing high risks beforehand', 'Hohe Risiken vorab abschätzen']],
    },
  ],
}
