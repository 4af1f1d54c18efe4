import type { Template } from '#src/features/governance/templates/template.ts'

export const technologyTemplates: readonly Template[] = [
  {
    key: 'NETWORK-SEGMENTS',
    ...{ source: 'configuration', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.8.20 A.8.22', soc2: 'CC6.6', dora: '9(4)(b)', nis2: '21(2)(e)' },
    en: [
      'Network zones and firewall rules',
      'The current network plan, the rules between zones, and the record of their last review with removed rules.',
    ],
    de: [
      'Netzzonen und Firewall-Regeln',
      'Der aktuelle Netzplan, die Regeln zwischen den Zonen und der Nachweis ihrer letzten Überprüfung mit entfernten Regeln.',
    ],
  },
  {
    key: 'NETWORK-SERVICES',
    ...{ source: 'contract', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.8.21', soc2: 'CC6.6 A1.2', dora: '7' },
    en: [
      'Agreed network services',
      'The internal or purchased network services with agreed security and availability, and the measured values of the year.',
    ],
    de: [
      'Vereinbarte Netzdienste',
      'Die eigenen oder eingekauften Netzdienste mit vereinbarter Sicherheit und Verfügbarkeit und den Messwerten des Jahres.',
    ],
  },
  {
    key: 'WEB-FILTER',
    ...{ source: 'configuration', owner: 'it', validityDays: 365 },
    answers: { iso27001: 'A.8.23', soc2: 'CC6.6 CC6.8' },
    en: [
      'Filtering of web access',
      'The blocked categories, the devices that the filter covers, and the approved exceptions.',
    ],
    de: [
      'Filterung von Webzugriffen',
      'Die gesperrten Kategorien, die vom Filter erfassten Geräte und die freigegebenen Ausnahmen.',
    ],
  },
  {
    key: 'REMOTE-ACCESS',
    ...{ source: 'configuration', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.6.7 A.8.20', soc2: 'CC6.6 CC6.7', dora: '9(4)(d)', nis2: '21(2)(j)' },
    en: [
      'Protected remote access',
      'The settings of remote access with encryption and second factor, and the people and suppliers who may use it.',
    ],
    de: [
      'Geschützter Fernzugang',
      'Die Einstellungen des Fernzugangs mit Verschlüsselung und zweitem Faktor sowie die berechtigten Personen und Lieferanten.',
    ],
  },
  {
    key: 'EMERGENCY-COMMUNICATION',
    ...{ source: 'person', owner: 'continuity', validityDays: 365 },
    answers: { soc2: 'CC7.4', dora: '14', nis2: '21(2)(j)' },
    en: [
      'Secure and emergency communication',
      'The channel that works when mail and chat fail, who can use it, and the record of its last test.',
    ],
    de: [
      'Sichere Notfallkommunikation',
      'Der Kanal, der bei Ausfall von E-Mail und Chat funktioniert, wer ihn nutzen kann und der Nachweis seines letzten Tests.',
    ],
  },
  {
    key: 'ENCRYPTION',
    ...{ source: 'configuration', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.8.24', soc2: 'CC6.1 CC6.7', dora: '9(2) 9(4)(d)', nis2: '21(2)(h)', gdpr: '32(1)(a)' },
    en: [
      'Encryption at rest and in transit',
      'The rules for cryptography, a scan of the protocols in use, and exports that show encrypted databases and disks.',
    ],
    de: [
      'Verschlüsselung bei Speicherung und Übertragung',
      'Die Vorgaben zur Kryptografie, ein Scan der genutzten Protokolle und Exporte verschlüsselter Datenbanken und Datenträger.',
    ],
  },
  {
    key: 'KEY-MANAGEMENT',
    ...{ source: 'configuration', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.8.24', soc2: 'CC6.1', dora: '9(4)(d)', nis2: '21(2)(h)', gdpr: '32(1)(a)' },
    en: [
      'Keys and certificates managed',
      'The list of keys and certificates with owner, storage, expiry and last rotation, and who has access.',
    ],
    de: [
      'Verwaltung von Schlüsseln und Zertifikaten',
      'Die Liste der Schlüssel und Zertifikate mit Verantwortlichen, Ablage, Ablauf und letztem Wechsel sowie den Berechtigten.',
    ],
  },
]
