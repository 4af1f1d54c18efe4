import type { Scheme } from '#src/features/governance/templates/template.ts'

/** Regulation (EU) 2024/1689: AI literacy and the duties around high-risk AI systems. */
export const aiAct: Scheme = {
  frameworkKey: 'EU-AI-ACT',
  title: { en: 'EU AI Act, high-risk systems', de: 'KI-Verordnung, Hochrisiko-Systeme' },
  version: '(EU) 2024/1689',
  prefix: 'Art. ',
  chapters: [
    {
      key: 'I',
      title: { en: 'Literacy', de: 'Kompetenz' },
      clauses: [['4', 'People who understand AI', 'Menschen, die KI verstehen']],
    },
    {
      key: 'III.2',
      title: { en: 'Demands on the system', de: 'Anforderungen an das System' },
      clauses: [
        ['9(2)', 'Risks managed over the whole lifetime', 'Risiken über die gesamte Lebensdauer gesteuert'],
        ['9(6)', 'Tests that guide risk measures', 'Tests, die Risikomaßnahmen leiten'],
        ['10(2)', 'Handling of training and test data', 'Umgang mit Trainings- und Testdaten'],
        ['10(3)', 'Data that represents reality', 'Daten, die die Wirklichkeit abbilden'],
        ['11(1)', 'Technical documentation', 'Technische Dokumentation'],
        ['12(1)', 'Automatic recording', 'Automatische Aufzeichnung'],
        ['13(3)', 'Instructions for use', 'Betriebsanleitung'],
        ['14(4)', 'People can understand and stop it', 'Menschen können es verstehen und anhalten'],
        ['15(1)', 'Accuracy that lasts', 'Dauerhafte Genauigkeit'],
        ['15(4)', 'Tolerance of errors', 'Widerstand gegen Fehler'],
        ['15(5)', 'Defense against manipulation', 'Abwehr von Manipulation'],
      ],
    },
    {
      key: 'III.3',
      title: { en: 'Duties of providers and deployers', de: 'Pflichten der Anbieter und Betreiber' },
      clauses: [
        ['16', 'Duties of a provider', 'Pflichten eines Anbieters'],
        ['17(1)', 'Quality management', 'Qualitätsmanagement'],
        ['18(1)', 'Documents kept for ten years', 'Unterlagen zehn Jahre aufbewahren'],
        ['19(1)', 'The provider keeps the logs', 'Der Anbieter bewahrt die Protokolldaten auf'],
        ['20(1)', 'Correcting and informing', 'Korrigieren und informieren'],
        ['26(1)', 'Use according to the instructions', 'Betrieb nach Anleitung'],
        ['26(2)', 'Competent people oversee it', 'Fähige Menschen beaufsichtigen es'],
        ['26(4)', 'Suitable input data', 'Geeignete Eingabedaten'],
        ['26(5)', 'The deployer monitors the system', 'Der Betreiber beobachtet das System'],
        ['26(6)', 'The deployer keeps the logs', 'Der Betreiber bewahrt die Protokolldaten auf'],
        ['26(7)', 'Workers know about it', 'Beschäftigte wissen davon'],
        ['27(1)', 'Impact on fundamental rights', 'Auswirkungen auf Grundrechte'],
      ],
    },
    {
      key: 'III.5',
      title: { en: 'Conformity', de: 'Konformität' },
      clauses: [
        ['47(1)', 'Declaration of conformity', 'Konformitätserklärung'],
        ['49(1)', 'Registration in the EU database', 'Eintrag in die EU-Datenbank'],
      ],
    },
    {
      key: 'IX',
      title: { en: 'After placing on the market', de: 'Nach dem Inverkehrbringen' },
      clauses: [
        ['72(1)', 'Monitoring in the field', 'Beobachtung im Einsatz'],
        ['72(3)', 'Plan for monitoring', 'Plan für die Beobachtung'],
        ['73(1)', 'Reporting serious incidents', 'Schwerwiegende Vorfälle melden'],
        ['73(2)', 'Reporting within 15 days', 'Meldung binnen 15 Tagen'],
      ],
    },
  ],
}
