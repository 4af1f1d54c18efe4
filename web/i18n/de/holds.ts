import type { holds as english } from '#web/i18n/en/holds.ts'

export const holds: typeof english = {
  title: 'Sperren',
  show: 'Sperren anzeigen',
  description:
    'Solange eine Sperre gilt, lassen sich die Dateien ihres Nachweises oder des ganzen Arbeitsbereichs nicht entfernen.',
  place: 'Alle Dateien sperren',
  placeText:
    'Solange sie gilt, wird keine Datei des Arbeitsbereichs entfernt und kein Schlüssel vernichtet, der sie öffnet. Einen einzelnen Nachweis sperren Sie auf dessen Seite.',
  placeClaim: 'Sperre setzen',
  placeClaimText:
    'Solange sie gilt, wird keine Datei dieses Nachweises entfernt und kein Schlüssel vernichtet, der sie öffnet.',
  of: 'Gilt für',
  titleOf: 'Sperre: {{what}}',
  whole: 'den ganzen Arbeitsbereich',
  status: 'Status',
  reason: 'Grund',
  placedBy: 'Gesetzt von',
  placedAt: 'Gesetzt',
  empty: 'Keine Sperren',
  emptyText:
    'Eine Sperre erhält Dateien für einen Streitfall, eine Untersuchung oder eine Prüfung, auch wenn sie sonst entfernt würden.',
  facts: 'Die Sperre',
  means: {
    active: 'Die Sperre gilt.',
    releasing: 'Die Sperre gilt, bis die Aufhebung bestätigt ist.',
    released: 'Aufgehoben. Die Sperre schützt keine Dateien mehr.',
  },
  request: 'Aufhebung',
  requestReason: 'Grund der Aufhebung',
  askedBy: 'Beantragt von',
  askedAt: 'Beantragt',
  expiresAt: 'Antrag gilt bis',
  expired: 'Der Antrag ist abgelaufen und muss neu gestellt werden.',
  releasedBy: 'Bestätigt von',
  releasedAt: 'Aufgehoben',
  another: 'Die Aufhebung muss eine andere Person der Administration bestätigen, die schon vor dem Antrag dazugehörte.',
  ask: 'Aufhebung beantragen',
  askText:
    'Die Sperre gilt weiter, bis eine andere Person der Administration die Aufhebung bestätigt. Der Antrag gilt sieben Tage.',
  confirm: 'Sperre aufheben',
  confirmText:
    'Die Sperre schützt dann keine Dateien mehr. Das ist endgültig, aber Sie können eine neue Sperre setzen.',
  withdraw: 'Antrag zurückziehen',
  withdrawText: 'Die Sperre gilt weiter.',
  held: 'Gesperrt: Die Dateien dieses Nachweises lassen sich nicht entfernen.',
}
