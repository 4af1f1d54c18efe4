import type { Template } from '#src/features/governance/templates/template.ts'

export const accessTemplates: readonly Template[] = [
  {
    key: 'ACCESS-POLICY',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.15 A.5.3 A.8.3', soc2: 'CC6.1 CC6.3', dora: '9(4)(c)', nis2: '21(2)(i)' },
    en: [
      'Rules for access and roles',
      'The approved rules for granting access, the role model, and the combinations of rights that one person must not have.',
    ],
    de: [
      'Zugriffsregeln und Rollenmodell',
      'Die freigegebenen Regeln zur Rechtevergabe, das Rollenmodell und die Kombinationen von Rechten, die sich ausschließen.',
    ],
  },
  {
    key: 'ACCESS-REVIEW',
    ...{ source: 'identity', owner: 'it', validityDays: 90 },
    answers: {
      iso27001: 'A.5.18 A.8.3',
      soc2: 'CC6.2 CC6.3',
      dora: '9(4)(c)',
      nis2: '21(2)(i)',
      gdpr: '32(1)(b) 25(2)',
    },
    en: [
      'Review of access rights',
      'The export of accounts and rights, the decision of the responsible person on each, and the removals that followed.',
    ],
    de: [
      'Überprüfung der Zugriffsrechte',
      'Der Export der Konten und Rechte, die Entscheidung der Verantwortlichen zu jedem Recht und die erfolgten Entzüge.',
    ],
  },
  {
    key: 'JOINERS-MOVERS',
    ...{ source: 'ticket', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.5.16 A.5.18', soc2: 'CC6.2', dora: '9(4)(c)', nis2: '21(2)(i)' },
    en: [
      'Access granted on approval',
      'A sample of new and changed accounts, each with its request, approval and the rights actually granted.',
    ],
    de: [
      'Rechtevergabe nach Freigabe',
      'Eine Stichprobe neuer und geänderter Konten, jeweils mit Antrag, Freigabe und den tatsächlich vergebenen Rechten.',
    ],
  },
  {
    key: 'PRIVILEGED-ACCESS',
    ...{ source: 'identity', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.8.2 A.8.18', soc2: 'CC6.1 CC6.3', dora: '9(4)(c) 9(4)(d)', nis2: '21(2)(i)' },
    en: [
      'Administrator accounts under control',
      'The list of privileged accounts and powerful tools with holder and reason, the last review, and how their use is recorded.',
    ],
    de: [
      'Administratorkonten unter Kontrolle',
      'Die Liste privilegierter Konten und mächtiger Werkzeuge mit Inhaber und Grund, die letzte Überprüfung und die Aufzeichnung ihrer Nutzung.',
    ],
  },
  {
    key: 'MFA',
    ...{ source: 'identity', owner: 'it', validityDays: 90 },
    answers: {
      iso27001: 'A.8.5 A.5.17',
      soc2: 'CC6.1 CC6.6',
      dora: '9(4)(d)',
      nis2: '21(2)(j)',
      gdpr: '32(1)(b)',
    },
    en: [
      'Multi-factor sign-in',
      'The policy of the identity provider and an export of accounts without a second factor, each with its justification.',
    ],
    de: [
      'Mehrfaktor-Anmeldung',
      'Die Vorgabe im Identitätsanbieter und ein Export der Konten ohne zweiten Faktor mit jeweiliger Begründung.',
    ],
  },
  {
    key: 'SECRETS',
    ...{ source: 'configuration', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.5.17 A.5.16', soc2: 'CC6.1', dora: '9(4)(d)', nis2: '21(2)(i)' },
    en: [
      'Passwords, keys and service accounts',
      'The password settings, and the list of service accounts with owner, storage of the secret and date of its last rotation.',
    ],
    de: [
      'Passwörter, Schlüssel und Dienstkonten',
      'Die Passworteinstellungen und die Liste der Dienstkonten mit Verantwortlichen, Ablage des Geheimnisses und letztem Wechsel.',
    ],
  },
]
