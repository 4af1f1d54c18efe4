import type { Scheme } from '#src/features/governance/templates/template.ts'

export const soc2: Scheme = {
  frameworkKey: 'SOC2-TSC',
  title: { en: 'SOC 2, trust services criteria', de: 'SOC 2, Trust Services Criteria' },
  version: '2017',
  prefix: '',
  chapters: [
    {
      key: 'CC1',
      title: { en: 'Tone and structure', de: 'Haltung und Aufbau' },
      clauses: [
        ['CC1.1', 'Conduct that people can rely on', 'Verlässliches Verhalten'],
        ['CC1.2', 'Oversight independent of management', 'Aufsicht unabhängig von der Leitung'],
        ['CC1.3', 'Reporting lines and authority', 'Berichtswege und Befugnisse'],
        ['CC1.4', 'Skilled people', 'Fähige Beschäftigte'],
        ['CC1.5', 'Answering for one’s duties', 'Einstehen für die eigenen Aufgaben'],
      ],
    },
    {
      key: 'CC2',
      title: { en: 'Information and communication', de: 'Information und Kommunikation' },
      clauses: [
        ['CC2.1', 'Information good enough to decide', 'Informationen, die zum Entscheiden taugen'],
        ['CC2.2', 'Telling people inside', 'Mitteilungen nach innen'],
        ['CC2.3', 'Telling people outside', 'Mitteilungen nach außen'],
      ],
    },
    {
      key: 'CC3',
      title: { en: 'Risk assessment', de: 'Risikobeurteilung' },
      clauses: [
        ['CC3.1', 'Clear objectives', 'Klare Ziele'],
        ['CC3.2', 'Finding and weighing risks', 'Risiken finden und bewerten'],
        ['CC3.3', 'Thinking of fraud', 'An Betrug denken'],
        ['CC3.4', 'Noticing changes that matter', 'Wesentliche Veränderungen bemerken'],
      ],
    },
    {
      key: 'CC4',
      title: { en: 'Checking the controls', de: 'Maßnahmen prüfen' },
      clauses: [
        ['CC4.1', 'Regular evaluations', 'Regelmäßige Beurteilungen'],
        ['CC4.2', 'Defects reported and fixed', 'Mängel melden und beheben'],
      ],
    },
    {
      key: 'CC5',
      title: { en: 'Choosing the controls', de: 'Maßnahmen auswählen' },
      clauses: [
        ['CC5.1', 'Controls that fit the risks', 'Maßnahmen, die zu den Risiken passen'],
        ['CC5.2', 'Controls over technology', 'Maßnahmen für die Technik'],
        ['CC5.3', 'Controls set out in policies', 'Maßnahmen in Richtlinien festhalten'],
      ],
    },
    {
      key: 'CC6',
      title: { en: 'Access', de: 'Zugriff und Zutritt' },
      clauses: [
        ['CC6.1', 'Protection of systems and data from access', 'Systeme und Daten vor Zugriff schützen'],
        ['CC6.2', 'Admitting and removing users', 'Nutzende zulassen und entfernen'],
        ['CC6.3', 'Rights that follow the role', 'Rechte nach der Rolle'],
        ['CC6.4', 'Entry to buildings and rooms', 'Zutritt zu Gebäuden und Räumen'],
        ['CC6.5', 'Data removed before disposal', 'Daten vor der Entsorgung entfernen'],
        ['CC6.6', 'Defense at the boundary', 'Abwehr an der Grenze'],
        ['CC6.7', 'Data on the move', 'Daten unterwegs'],
        ['CC6.8', 'Unwanted software', 'Unerwünschte Software'],
      ],
    },
    {
      key: 'CC7',
      title: { en: 'Running the systems', de: 'Systeme betreiben' },
      clauses: [
        ['CC7.1', 'Finding weak settings and flaws', 'Schwache Einstellungen und Lücken finden'],
        ['CC7.2', 'Watching for anomalies', 'Auffälligkeiten beobachten'],
        ['CC7.3', 'Judging security events', 'Sicherheitsereignisse beurteilen'],
        ['CC7.4', 'Responding to incidents', 'Auf Vorfälle reagieren'],
        ['CC7.5', 'Recovering from incidents', 'Sich von Vorfällen erholen'],
      ],
    },
    {
      key: 'CC8',
      title: { en: 'Change', de: 'Änderungen' },
      clauses: [['CC8.1', 'Changes tested and approved', 'Änderungen testen und freigeben']],
    },
    {
      key: 'CC9',
      title: { en: 'Mitigating risks', de: 'Risiken mindern' },
      clauses: [
        ['CC9.1', 'Ready for disruption', 'Auf Unterbrechungen vorbereitet'],
        ['CC9.2', 'Risks from vendors and partners', 'Risiken durch Anbieter und Partner'],
      ],
    },
    {
      key: 'A1',
      title: { en: 'Availability', de: 'Verfügbarkeit' },
      clauses: [
        ['A1.1', 'Capacity for the demand', 'Kapazität für den Bedarf'],
        ['A1.2', 'Backups and protected infrastructure', 'Sicherungen und geschützte Infrastruktur'],
        ['A1.3', 'Recovery that is rehearsed', 'Geübte Wiederherstellung'],
      ],
    },
    {
      key: 'C1',
      title: { en: 'Confidentiality', de: 'Vertraulichkeit' },
      clauses: [
        ['C1.1', 'Knowing what is confidential', 'Wissen, was vertraulich ist'],
        ['C1.2', 'Disposing of what was confidential', 'Vertrauliches entsorgen'],
      ],
    },
  ],
}
