import type { holds as english } from '#web/i18n/en/holds.ts'

export const holds: typeof english = {
  title: 'Aufbewahrungssperren',
  description:
    'Dateien, die nichts entfernt, solange eine Sperre gilt: die eines Belegs oder alle des Arbeitsbereichs.',
  place: 'Alle Dateien sperren',
  placeText:
    'Solange sie gilt, wird keine Datei des Arbeitsbereichs entfernt und kein Schlüssel vernichtet, der sie öffnet. Für einen einzelnen Beleg wird sie auf dessen Seite gesetzt.',
  placeClaim: 'Sperre setzen',
  placeClaimText:
    'Solange sie gilt, wird keine Datei dieses Belegs entfernt und kein Schlüssel vernichtet, der sie öffnet.',
  of: 'Dateien von',
  whole: 'der ganze Arbeitsbereich',
  status: 'Status',
  reason: 'Grund',
  placedBy: 'Gesetzt von',
  placedAt: 'Gesetzt',
  empty: 'Keine Sperren',
  emptyText:
    'Eine Sperre bewahrt Dateien für einen Streitfall, eine Untersuchung oder eine Prüfung, was auch immer sie sonst entfernen würde.',
  facts: 'Die Sperre',
  id: 'Id',
  trail: 'Was mit ihr geschah',
  means: {
    active: 'Sie gilt.',
    releasing: 'Sie gilt, bis jemand anders aus der Verwaltung die Aufhebung bestätigt.',
    released: 'Aufgehoben. Sie bewahrt nichts mehr.',
  },
  request: 'Aufhebung',
  requestReason: 'Grund der Aufhebung',
  askedBy: 'Beantragt von',
  askedAt: 'Beantragt',
  expiresAt: 'Bis',
  expired: 'Der Antrag ist abgelaufen und muss neu gestellt werden.',
  releasedBy: 'Bestätigt von',
  releasedAt: 'Aufgehoben',
  another: 'Bestätigen muss es jemand anders aus der Verwaltung, der schon vor dem Antrag da war.',
  ask: 'Aufhebung beantragen',
  askText: 'Sie gilt weiter, bis jemand anders aus der Verwaltung binnen sieben Tagen bestätigt.',
  confirm: 'Sperre aufheben',
  confirmText: 'Sie bewahrt dann nichts mehr. Das ist endgültig; eine neue Sperre kann gesetzt werden.',
  withdraw: 'Antrag zurückziehen',
  withdrawText: 'Die Sperre gilt weiter.',
  held: 'Gesperrt: nichts entfernt die Dateien dieses Belegs.',
  seeHolds: 'Seine Sperren',
}
