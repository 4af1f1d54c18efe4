import type { Template } from '#src/features/governance/templates/template.ts'

export const continuityTemplates: readonly Template[] = [
  {
    key: 'BACKUP-JOBS',
    ...{ source: 'backup', owner: 'it', validityDays: 30 },
    answers: { iso27001: 'A.8.13', soc2: 'A1.2', dora: '12(1) 12(2)', nis2: '21(2)(c)', gdpr: '32(1)(c)' },
    en: [
      'Backups completed',
      'The job report of the period for all systems in the backup plan, with failed jobs, their cause and the rerun.',
    ],
    de: [
      'Erfolgreiche Sicherungen',
      'Der Bericht des Zeitraums für alle Systeme im Sicherungsplan, mit fehlgeschlagenen Läufen, deren Ursache und der Wiederholung.',
    ],
  },
  {
    key: 'RESTORE-TEST',
    ...{ source: 'backup', owner: 'it', validityDays: 90 },
    answers: {
      iso27001: 'A.8.13 A.5.30',
      soc2: 'A1.3 CC7.5',
      dora: '12(2) 12(3) 12(6)',
      nis2: '21(2)(c)',
      gdpr: '32(1)(c) 32(1)(d)',
    },
    en: [
      'Restore test',
      'A log of restored data: system, backup used, duration against the target, the check of completeness, and who did it.',
    ],
    de: [
      'Wiederherstellungstest',
      'Ein Protokoll der Rücksicherung: System, verwendete Sicherung, Dauer im Vergleich zum Ziel, Prüfung der Vollständigkeit und Ausführende.',
    ],
  },
  {
    key: 'BACKUP-ISOLATION',
    ...{ source: 'configuration', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.8.13', soc2: 'A1.2', dora: '12(3) 12(1)', nis2: '21(2)(c)' },
    en: [
      'Backups out of reach of attackers',
      'The settings that keep a copy offline or immutable and under separate accounts, and its location.',
    ],
    de: [
      'Sicherungen außer Reichweite von Angreifern',
      'Die Einstellungen, die eine Kopie offline oder unveränderbar und unter getrennten Konten halten, und ihr Standort.',
    ],
  },
  {
    key: 'IMPACT-ANALYSIS',
    ...{ source: 'document', owner: 'continuity', validityDays: 365 },
    answers: { iso27001: 'A.5.29 A.5.30', soc2: 'CC9.1', dora: '11(5) 12(6)', nis2: '21(2)(c)' },
    en: [
      'Business impact analysis',
      'For each important process: the damage over time, the longest tolerable outage, the recovery targets and their approval.',
    ],
    de: [
      'Auswirkungsanalyse',
      'Zu jedem wichtigen Prozess: der Schaden im Zeitverlauf, der längste tragbare Ausfall, die Ziele der Wiederherstellung und deren Freigabe.',
    ],
  },
  {
    key: 'CONTINUITY-PLAN',
    ...{ source: 'document', owner: 'continuity', validityDays: 365 },
    answers: {
      iso27001: 'A.5.29 A.5.30',
      soc2: 'CC9.1 CC7.5',
      dora: '11(1) 11(3)',
      nis2: '21(2)(c)',
      gdpr: '32(1)(c)',
    },
    en: [
      'Continuity and recovery plans',
      'The approved plans with roles, order of recovery and contacts, how security is kept in an emergency, and the last review.',
    ],
    de: [
      'Notfall- und Wiederanlaufpläne',
      'Die freigegebenen Pläne mit Rollen, Reihenfolge der Wiederherstellung und Kontakten, der Sicherheit im Notbetrieb und der letzten Überprüfung.',
    ],
  },
  {
    key: 'CONTINUITY-EXERCISE',
    ...{ source: 'report', owner: 'continuity', validityDays: 365 },
    answers: { iso27001: 'A.5.29 A.5.30', soc2: 'A1.3', dora: '11(6)', nis2: '21(2)(c)', gdpr: '32(1)(d)' },
    en: [
      'Continuity exercise',
      'The report of a test with scenario, participants, times reached against the targets, and the improvements agreed on.',
    ],
    de: [
      'Notfallübung',
      'Der Bericht einer Übung mit Szenario, Beteiligten, erreichten Zeiten im Vergleich zu den Zielen und vereinbarten Verbesserungen.',
    ],
  },
  {
    key: 'CRISIS-TEAM',
    ...{ source: 'document', owner: 'continuity', validityDays: 365 },
    answers: { iso27001: 'A.5.29', soc2: 'CC7.4 CC2.3', dora: '11(7) 14', nis2: '21(2)(c)' },
    en: [
      'Crisis team and communication plan',
      'The members of the crisis team with deputies, and the plan of who informs staff, customers, authorities and media.',
    ],
    de: [
      'Krisenstab und Kommunikationsplan',
      'Die Mitglieder des Krisenstabs mit Vertretungen und der Plan, wer Beschäftigte, Kunden, Behörden und Medien informiert.',
    ],
  },
  {
    key: 'REDUNDANCY',
    ...{ source: 'monitoring', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.8.14', soc2: 'A1.2', dora: '12(4)', nis2: '21(2)(c)', gdpr: '32(1)(b)' },
    en: [
      'Redundancy and failover test',
      'The systems with a spare, and the record of a failover test: date, duration, result and failback.',
    ],
    de: [
      'Redundanz und Umschalttest',
      'Die redundant ausgelegten Systeme und der Nachweis einer Umschaltung: Datum, Dauer, Ergebnis und Rückkehr.',
    ],
  },
]
