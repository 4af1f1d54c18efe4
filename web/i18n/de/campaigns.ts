import type { campaigns as english } from '#web/i18n/en/campaigns.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const campaigns = {
  requirement: 'Anforderung',
  chooseRequirement: 'Anforderung wählen',
  roles: 'Rollen',
  rolesHint: 'Ohne Auswahl alle Rollen. Wer während der Laufzeit hinzukommt, wird auch gefragt.',
  people: 'Personen',
  peopleHint: 'Ohne Auswahl alle.',
  audience: 'Zielgruppe',
  whom: 'Adressaten',
  everyRole: 'alle Rollen',
  named_one: '{{count}} namentlich genannte Person',
  named_other: '{{count}} namentlich genannte Personen',
  startedBy: 'Gestartet von',
  endedAt: 'Beendet',
  claim: 'Nachweis',
  person: 'Person',
  retry: 'Nächster Versuch:',
  nobody: 'Niemand wird gefragt',
  due: 'Fällig',
  changeDue: 'Termin ändern',
  changeDueText: 'Bis dahin können alle antworten. Haben schon vorher alle geantwortet, endet sie früher.',
} satisfies Texts<typeof english>
