import type { print as english } from '#web/i18n/en/print.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of printed documents. */
export const print = {
  kinds: {
    claim: 'Nachweis',
    package: 'Paket',
    asOf: 'Stand zu einem früheren Zeitpunkt',
    assessment: 'Bewertung',
  },
  button: 'Drucken',
  page: 'Seite',
  of: 'von',
  asOf: 'Stand {{time}}',
  by: 'Gedruckt {{time}} von {{name}}',
  part: 'Nur die ersten {{rows}} Zeilen sind gedruckt; weitere folgen.',
  ledger: 'Stand des Registers',
  ledgerText: 'Der neueste signierte Prüfpunkt des Protokolls beim Druck dieses Dokuments:',
  key: 'Der Schlüssel, mit dem sich seine Signatur prüfen lässt:',
  ledgerHidden: 'Administration und Revision sehen hier den Prüfpunkt des Registers.',
  ledgerUnread: 'Der Prüfpunkt ließ sich beim Druck dieses Dokuments nicht lesen.',
  unsealed: 'Es ist noch nichts versiegelt.',
  useButton: 'Drucken Sie mit der Schaltfläche auf der Seite, damit Prüfpunkt und alle Zeilen enthalten sind.',
} satisfies Texts<typeof english>
