import type { Template } from '#src/features/governance/templates/template.ts'

export const assetsTemplates: readonly Template[] = [
  {
    key: 'ASSET-INVENTORY',
    ...{ source: 'register', owner: 'it', validityDays: 90 },
    answers: { iso27001: 'A.5.9', soc2: 'CC6.1', dora: '8(1) 8(4) 8(6)', nis2: '21(2)(i)' },
    en: [
      'Inventory of assets',
      'An export of hardware, software, services and information with owner and last check, compared with what the network shows.',
    ],
    de: [
      'Verzeichnis der Werte',
      'Ein Export von Hardware, Software, Diensten und Informationen mit Verantwortlichen und letzter Prüfung, abgeglichen mit dem Netz.',
    ],
  },
  {
    key: 'CRITICAL-FUNCTIONS',
    ...{ source: 'register', owner: 'continuity', validityDays: 365 },
    answers: { soc2: 'CC3.2', dora: '8(1) 8(4) 8(5) 11(5)', nis2: '21(2)(c)' },
    en: [
      'Critical functions and what they depend on',
      'The list of critical functions, each with its systems, data and providers, and its rating of criticality.',
    ],
    de: [
      'Kritische Funktionen und ihre Abhängigkeiten',
      'Die Liste der kritischen Funktionen, jeweils mit Systemen, Daten und Dienstleistern und der Einstufung ihrer Kritikalität.',
    ],
  },
  {
    key: 'LEGACY-SYSTEMS',
    ...{ source: 'register', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.8.8', soc2: 'CC3.4', dora: '8(7)' },
    en: [
      'Assessment of legacy systems',
      'The systems without vendor support, the risk of each, the measures around it and the planned end of use.',
    ],
    de: [
      'Beurteilung von Altsystemen',
      'Die Systeme ohne Herstellerunterstützung, ihr jeweiliges Risiko, die Schutzmaßnahmen und das geplante Ende der Nutzung.',
    ],
  },
  {
    key: 'ACCEPTABLE-USE',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.10 A.7.7', soc2: 'CC5.3 CC2.2', nis2: '21(2)(g)', gdpr: '32(4)' },
    en: [
      'Rules for use of IT acknowledged',
      'The rules for devices, accounts, desks and screens, and an export of who acknowledged them.',
    ],
    de: [
      'Bestätigte Regeln zur IT-Nutzung',
      'Die Regeln für Geräte, Konten, Arbeitsplatz und Bildschirm und ein Export, wer sie bestätigt hat.',
    ],
  },
  {
    key: 'CLASSIFICATION',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.12 A.5.13', soc2: 'C1.1', dora: '8(1)', nis2: '21(2)(i)' },
    en: [
      'Classification of information',
      'The scheme with its levels and handling rules, and samples of documents or data stores that carry their label.',
    ],
    de: [
      'Klassifizierung von Informationen',
      'Das Schema mit Stufen und Regeln für den Umgang, dazu Beispiele gekennzeichneter Dokumente oder Datenspeicher.',
    ],
  },
  {
    key: 'SECURE-TRANSFER',
    ...{ source: 'configuration', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.5.14', soc2: 'CC6.7', dora: '9(2)', nis2: '21(2)(j)', gdpr: '32(1)(b)' },
    en: [
      'Secure transfer of information',
      'The permitted channels for internal and external transfer, with the settings that enforce encryption and authentication.',
    ],
    de: [
      'Sichere Übermittlung von Informationen',
      'Die zulässigen Wege für interne und externe Übermittlung mit den Einstellungen, die Verschlüsselung und Authentifizierung erzwingen.',
    ],
  },
  {
    key: 'RETENTION',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { iso27001: 'A.5.33 A.8.10', soc2: 'C1.1 C1.2', gdpr: '5(1)(e)' },
    en: [
      'Retention periods and deletion',
      'The schedule of periods by kind of record, and logs of a deletion run that removed what had expired.',
    ],
    de: [
      'Aufbewahrungsfristen und Löschung',
      'Der Plan der Fristen je Art der Aufzeichnung und Protokolldaten eines Löschlaufs, der Abgelaufenes entfernt hat.',
    ],
  },
  {
    key: 'MEDIA-DISPOSAL',
    ...{ source: 'report', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.7.10 A.7.14 A.8.10', soc2: 'CC6.5 C1.2', gdpr: '5(1)(e)' },
    en: [
      'Disposal of media and devices',
      'Certificates of destruction or erasure logs with the serial numbers, matched with the inventory.',
    ],
    de: [
      'Entsorgung von Datenträgern und Geräten',
      'Vernichtungsnachweise oder Löschprotokolle mit Seriennummern, abgeglichen mit dem Inventar.',
    ],
  },
  {
    key: 'LICENSE-COMPLIANCE',
    ...{ source: 'register', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.5.32' },
    en: [
      'Licenses and copyright',
      'The installed software compared with purchased licenses, and the licenses of open-source components in your own products.',
    ],
    de: [
      'Lizenzen und Urheberrechte',
      'Die installierte Software im Abgleich mit den erworbenen Lizenzen und die Lizenzen quelloffener Bestandteile eigener Produkte.',
    ],
  },
]
