import type { Scheme } from '#src/features/governance/templates/template.ts'

/** Directive (EU) 2022/2555. */
export const nis2: Scheme = {
  frameworkKey: 'NIS2',
  title: { en: 'NIS2', de: 'NIS2' },
  version: '(EU) 2022/2555',
  prefix: 'Art. ',
  chapters: [
    {
      key: 'Art. 3',
      title: { en: 'Being known to the authority', de: 'Der Behörde bekannt sein' },
      clauses: [['3(4)', 'Details given to the authority', 'Angaben gegenüber der Behörde']],
    },
    {
      key: 'Art. 20',
      title: { en: 'Management', de: 'Leitung' },
      clauses: [
        ['20(1)', 'Management approves and oversees', 'Die Leitung billigt und überwacht'],
        ['20(2)', 'Training for management', 'Schulung der Leitung'],
      ],
    },
    {
      key: 'Art. 21',
      title: { en: 'Measures', de: 'Maßnahmen' },
      clauses: [
        ['21(1)', 'Measures in proportion to the risk', 'Maßnahmen im Verhältnis zum Risiko'],
        ['21(2)(a)', 'Risk analysis and security policies', 'Risikoanalyse und Sicherheitskonzepte'],
        ['21(2)(b)', 'Handling incidents', 'Umgang mit Vorfällen'],
        ['21(2)(c)', 'Continuity, backups and crises', 'Fortführung, Sicherungen und Krisen'],
        ['21(2)(d)', 'Supply chain', 'Lieferkette'],
        ['21(2)(e)', 'Purchase, development and weaknesses', 'Erwerb, Entwicklung und Schwachstellen'],
        ['21(2)(f)', 'Do the measures work?', 'Wirken die Maßnahmen?'],
        ['21(2)(g)', 'Cyber hygiene and training', 'Cyberhygiene und Schulung'],
        ['21(2)(h)', 'Cryptography', 'Kryptografie'],
        ['21(2)(i)', 'Staff, access and assets', 'Personal, Zugriff und Werte'],
        ['21(2)(j)', 'Multi-factor sign-in and secure communication', 'Mehrfaktor-Anmeldung und sichere Kommunikation'],
        ['21(3)', 'Weaknesses of each direct supplier', 'Schwachstellen der direkten Lieferanten'],
        ['21(4)', 'Correcting shortfalls without delay', 'Mängel unverzüglich beheben'],
      ],
    },
    {
      key: 'Art. 23',
      title: { en: 'Reporting', de: 'Meldungen' },
      clauses: [
        ['23(1)', 'Notifying significant incidents', 'Erhebliche Vorfälle melden'],
        ['23(2)', 'Informing recipients about threats', 'Empfänger über Bedrohungen unterrichten'],
        ['23(4)(a)', 'Early warning within 24 hours', 'Frühwarnung binnen 24 Stunden'],
        ['23(4)(b)', 'Notification within 72 hours', 'Meldung binnen 72 Stunden'],
        ['23(4)(c)', 'Interim report on request', 'Zwischenbericht auf Ersuchen'],
        ['23(4)(d)', 'Final report within a month', 'Abschlussbericht binnen eines Monats'],
      ],
    },
  ],
}
