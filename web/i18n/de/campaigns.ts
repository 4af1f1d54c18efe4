import type { campaigns as english } from '#web/i18n/en/campaigns.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const campaigns = {
  requirement: 'Nachweisanforderung',
  chooseRequirement: 'Anforderung wählen',
  roles: 'Rollen',
  rolesHint: 'Ohne Auswahl alle. Wer dazukommt, solange sie läuft, wird auch gefragt.',
  people: 'Personen',
  peopleHint: 'Ohne Auswahl alle.',
  whom: 'Wen sie fragt',
  everyRole: 'alle Rollen',
  named_one: '{{count}} Person mit Namen',
  named_other: '{{count}} Personen mit Namen',
  startedBy: 'Begonnen von',
  endedAt: 'Beendet',
  claim: 'Beleg',
  person: 'Person',
  retry: 'Der nächste Versuch ist',
  nobody: 'Niemand wird gefragt',
  due: 'Fällig',
  changeDue: 'Tag ändern',
  changeDueText: 'Bis dahin können alle antworten. Haben es alle getan, endet sie früher.',
} satisfies Texts<typeof english>
