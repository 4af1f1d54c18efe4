import type { Template } from '#src/features/governance/templates/template.ts'

export const developmentTemplates: readonly Template[] = [
  {
    key: 'CHANGE-MANAGEMENT',
    ...{ source: 'ticket', owner: 'it', validityDays: 90 },
    answers: { iso27001: 'A.8.32', soc2: 'CC8.1', dora: '9(4)(e)', nis2: '21(2)(e)' },
    en: [
      'Changes approved and tested',
      'A sample of production changes, each with request, test, approval by a second person and the rollback; emergency changes marked.',
    ],
    de: [
      'Freigegebene und getestete Änderungen',
      'Eine Stichprobe produktiver Änderungen mit Antrag, Test, Freigabe durch eine zweite Person und Rückweg; Notfalländerungen markiert.',
    ],
  },
  {
    key: 'CODE-REVIEW',
    ...{ source: 'repository', owner: 'development', validityDays: 90 },
    answers: { iso27001: 'A.8.28 A.8.4', soc2: 'CC8.1', dora: '9(4)(e)' },
    en: [
      'Source code protected and reviewed',
      'The branch protection settings, the people with write access, and the share of merges that a second person reviewed.',
    ],
    de: [
      'Geschützter und geprüfter Quellcode',
      'Die Schutzeinstellungen der Zweige, die Personen mit Schreibrecht und der Anteil der von einer zweiten Person geprüften Änderungen.',
    ],
  },
  {
    key: 'SECURE-DEVELOPMENT',
    ...{ source: 'document', owner: 'development', validityDays: 365 },
    answers: {
      iso27001: 'A.8.25 A.8.26 A.8.27 A.5.8',
      soc2: 'CC8.1 CC5.2',
      dora: '9(4)(e)',
      nis2: '21(2)(e)',
      gdpr: '25(1)',
    },
    en: [
      'Secure development process',
      'The process with its security steps, and for a recent release the requirements, the threat model and the design review.',
    ],
    de: [
      'Sicherer Entwicklungsprozess',
      'Der Prozess mit seinen Sicherheitsschritten und zu einer aktuellen Version die Anforderungen, das Bedrohungsmodell und die Entwurfsprüfung.',
    ],
  },
  {
    key: 'CODE-SCAN',
    ...{ source: 'scanner', owner: 'development', validityDays: 30 },
    answers: { iso27001: 'A.8.28 A.8.29', soc2: 'CC7.1 CC8.1', dora: '25', nis2: '21(2)(e)' },
    en: [
      'Scans of code and components',
      'The results of code and dependency scans of the released version, open findings by severity, and its bill of materials.',
    ],
    de: [
      'Scans von Code und Bestandteilen',
      'Die Ergebnisse der Scans von Code und Abhängigkeiten der freigegebenen Version, offene Befunde nach Schweregrad und die Stückliste.',
    ],
  },
  {
    key: 'PENETRATION-TEST',
    ...{ source: 'report', owner: 'security', validityDays: 365 },
    answers: {
      iso27001: 'A.8.29 A.8.34',
      soc2: 'CC4.1 CC7.1',
      dora: '24 25 27',
      nis2: '21(2)(f)',
      gdpr: '32(1)(d)',
    },
    en: [
      'Penetration test',
      'The report with scope, dates, testers and their independence, the agreed limits, and the fix for each serious finding.',
    ],
    de: [
      'Penetrationstest',
      'Der Bericht mit Umfang, Daten, Testern und deren Unabhängigkeit, den vereinbarten Grenzen und der Behebung jedes ernsten Befunds.',
    ],
  },
  {
    key: 'THREAT-LED-TEST',
    ...{ source: 'report', owner: 'security', validityDays: 1095 },
    answers: { dora: '26 27' },
    en: [
      'Threat-led penetration test',
      'For entities that the authority has identified: the scope, the summary of results, the remediation plan and the attestation.',
    ],
    de: [
      'Bedrohungsorientierter Penetrationstest',
      'Für von der Behörde bestimmte Unternehmen: Umfang, Zusammenfassung der Ergebnisse, Plan zur Behebung und Bescheinigung.',
    ],
  },
  {
    key: 'TEST-PROGRAM',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.8.34', soc2: 'CC4.1', dora: '24', nis2: '21(2)(f)', gdpr: '32(1)(d)' },
    en: [
      'Yearly program of security tests',
      'The plan of tests for all important systems by risk, who performs them, and which were completed.',
    ],
    de: [
      'Jährliches Programm der Sicherheitstests',
      'Der nach Risiko aufgestellte Plan der Tests für alle wichtigen Systeme, wer sie durchführt und welche erledigt sind.',
    ],
  },
  {
    key: 'SEPARATE-ENVIRONMENTS',
    ...{ source: 'configuration', owner: 'development', validityDays: 180 },
    answers: { iso27001: 'A.8.31 A.8.33 A.8.11', soc2: 'CC8.1 C1.1', gdpr: '32(1)(a) 25(1)' },
    en: [
      'Separate environments and test data',
      'The accounts or networks that separate test from production, and how test data is masked or generated.',
    ],
    de: [
      'Getrennte Umgebungen und Testdaten',
      'Die Konten oder Netze, die Test und Produktion trennen, und wie Testdaten maskiert oder erzeugt werden.',
    ],
  },
  {
    key: 'OUTSOURCED-DEVELOPMENT',
    ...{ source: 'contract', owner: 'development', validityDays: 365 },
    answers: { iso27001: 'A.8.30', soc2: 'CC9.2', nis2: '21(2)(e)' },
    en: [
      'Outsourced development supervised',
      'The contracts with their security terms, and the acceptance tests of what external developers delivered.',
    ],
    de: [
      'Überwachte externe Entwicklung',
      'Die Verträge mit ihren Sicherheitsklauseln und die Abnahmetests der extern entwickelten Lieferungen.',
    ],
  },
]
