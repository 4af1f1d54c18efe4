import type { approvals as english } from '#web/i18n/en/approvals.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const approvals = {
  title: 'Antrag',
  waits: 'Wartet auf eine zweite Person',
  another: 'Jemand anderes muss bestätigen: Sie haben es beantragt oder könnten für die beantragende Person handeln.',
  kinds: {
    control_retirement: 'Maßnahme außer Kraft setzen',
    clause_exclusion: 'Abschnitt nicht anwendbar',
    exception_activation: 'Ausnahme in Kraft setzen',
  },
  kind: 'Änderung',
  of: 'Eintrag',
  justification: 'Begründung',
  reason: 'Grund des Antrags',
  requestedBy: 'Beantragt von',
  requestedAt: 'Beantragt',
  decidedBy: 'Entschieden von',
  decidedAt: 'Entschieden',
  requestText: 'Eine zweite Person bestätigt das. Bis dahin bleibt der Eintrag, wie er ist.',
  confirm: 'Änderung bestätigen',
  confirmText: 'Die Änderung gilt sofort.',
  withdraw: 'Antrag zurückziehen',
  withdrawText: 'Der Eintrag bleibt, wie er ist.',
  facts: 'Der Antrag',
} satisfies Texts<typeof english>
