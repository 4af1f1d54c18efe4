import type { Template } from '#src/features/governance/templates/template.ts'

export const operationsTemplates: readonly Template[] = [
  {
    key: 'OPERATING-PROCEDURES',
    ...{ source: 'document', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.5.37', soc2: 'CC5.2 CC5.3', dora: '7' },
    en: [
      'Operating procedures',
      'The runbooks of important systems with owner and date of the last review, and where the team finds them.',
    ],
    de: [
      'Betriebsanweisungen',
      'Die Betriebshandbücher wichtiger Systeme mit Verantwortlichen, Datum der letzten Überprüfung und Ablageort.',
    ],
  },
  {
    key: 'VULNERABILITY-SCAN',
    ...{ source: 'scanner', owner: 'security', validityDays: 30 },
    answers: { iso27001: 'A.8.8', soc2: 'CC7.1', dora: '25 13(1)', nis2: '21(2)(e)', gdpr: '32(1)(d)' },
    en: [
      'Vulnerability scan',
      'The report of a scan of all systems in scope, with the date, the coverage and open results by severity.',
    ],
    de: [
      'Schwachstellenscan',
      'Der Bericht eines Scans aller Systeme im Geltungsbereich mit Datum, Abdeckung und offenen Ergebnissen nach Schweregrad.',
    ],
  },
  {
    key: 'PATCHING',
    ...{ source: 'scanner', owner: 'it', validityDays: 30 },
    answers: { iso27001: 'A.8.8 A.8.19', soc2: 'CC7.1 CC6.8', dora: '9(4)(f)', nis2: '21(2)(e) 21(2)(g)' },
    en: [
      'Patches applied in time',
      'The patch level of servers and devices against the deadlines by severity, and the approved exceptions.',
    ],
    de: [
      'Fristgerechte Patches',
      'Der Patchstand von Servern und Geräten im Vergleich mit den Fristen je Schweregrad und die freigegebenen Ausnahmen.',
    ],
  },
  {
    key: 'MALWARE-PROTECTION',
    ...{ source: 'monitoring', owner: 'it', validityDays: 30 },
    answers: { iso27001: 'A.8.7', soc2: 'CC6.8', dora: '9(2) 10(1)', nis2: '21(2)(g)' },
    en: [
      'Protection against malware',
      'The console export of protected devices with version and last contact, devices without protection, and recent detections.',
    ],
    de: [
      'Schutz vor Schadsoftware',
      'Der Export geschützter Geräte mit Version und letztem Kontakt, die Geräte ohne Schutz und die jüngsten Funde.',
    ],
  },
  {
    key: 'HARDENING',
    ...{ source: 'configuration', owner: 'it', validityDays: 90 },
    answers: { iso27001: 'A.8.9 A.8.18 A.8.19', soc2: 'CC6.8 CC7.1', dora: '9(2)', nis2: '21(2)(g)' },
    en: [
      'Secure configuration baseline',
      'The baseline for each kind of system and a compliance report that names the deviations and who approved them.',
    ],
    de: [
      'Sichere Grundkonfiguration',
      'Die Vorgabe je Systemart und ein Abgleich, der Abweichungen und ihre Freigabe nennt.',
    ],
  },
  {
    key: 'ENDPOINT-PROTECTION',
    ...{ source: 'configuration', owner: 'it', validityDays: 90 },
    answers: { iso27001: 'A.8.1 A.7.9', soc2: 'CC6.7 CC6.8', nis2: '21(2)(g)', gdpr: '32(1)(b)' },
    en: [
      'Managed and encrypted devices',
      'The device management export: encryption, screen lock, operating system and the devices that fall short.',
    ],
    de: [
      'Verwaltete und verschlüsselte Endgeräte',
      'Der Export der Geräteverwaltung: Verschlüsselung, Bildschirmsperre, Betriebssystem und Geräte mit Abweichungen.',
    ],
  },
  {
    key: 'LOGGING',
    ...{ source: 'monitoring', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.8.15 A.8.17', soc2: 'CC7.2', dora: '10(1)', nis2: '21(2)(b)' },
    en: [
      'Central logs with correct time',
      'The list of systems that send logs, the retention and write protection of the logs, and the state of time synchronization.',
    ],
    de: [
      'Zentrale Protokollierung mit korrekter Zeit',
      'Die Liste der angebundenen Systeme, Aufbewahrung und Schreibschutz der Protokolldaten und der Stand der Zeitsynchronisation.',
    ],
  },
  {
    key: 'SECURITY-MONITORING',
    ...{ source: 'monitoring', owner: 'security', validityDays: 30 },
    answers: { iso27001: 'A.8.16 A.5.25', soc2: 'CC7.2 CC7.3', dora: '10(1) 10(2)', nis2: '21(2)(b)' },
    en: [
      'Alerts monitored and triaged',
      'The active detection rules with their thresholds, the alerts of the month, and how each serious one was triaged.',
    ],
    de: [
      'Beobachtete und bewertete Alarme',
      'Die aktiven Erkennungsregeln mit Schwellen, die Alarme des Monats und die Bewertung jedes ernsten Alarms.',
    ],
  },
  {
    key: 'CAPACITY',
    ...{ source: 'monitoring', owner: 'it', validityDays: 90 },
    answers: { iso27001: 'A.8.6', soc2: 'A1.1', dora: '7 12(4)' },
    en: [
      'Capacity and utilization',
      'The utilization of important systems over the quarter, the forecast, and the planned expansions.',
    ],
    de: [
      'Kapazität und Auslastung',
      'Die Auslastung wichtiger Systeme im Quartal, die Prognose und beschlossene Erweiterungen.',
    ],
  },
  {
    key: 'DATA-LEAK-PREVENTION',
    ...{ source: 'configuration', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.8.12', soc2: 'CC6.7 C1.1', dora: '9(2)', gdpr: '32(1)(b)' },
    en: [
      'Prevention of data leaks',
      'The active rules for mail, cloud storage and removable media, and the matches of the period and what was done about them.',
    ],
    de: [
      'Schutz vor Datenabfluss',
      'Die aktiven Regeln für E-Mail, Cloud-Speicher und Wechseldatenträger und die Treffer des Zeitraums mit den Reaktionen.',
    ],
  },
]
