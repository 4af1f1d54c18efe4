import type { auditDetails as english } from '#web/i18n/en/audit-details.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const auditDetails = {
  unchanged: 'Nichts hat sich geändert.',
  'self-decided': 'selbst entschieden',
  changed: 'Danach kam eine Datei oder eine Antwort hinzu.',
  contributed: 'Wer sie erteilt hatte, hat danach am Nachweis mitgewirkt.',
  self_decision_off: 'Der Arbeitsbereich erlaubt die Entscheidung über eigene Arbeit nicht mehr.',
  'claim accepted': 'Der Nachweis wurde akzeptiert.',
  'claim rejected': 'Der Nachweis wurde abgelehnt.',
  'claim expired': 'Der Nachweis ist abgelaufen.',
  'a repeat of its source': 'Ihre Quelle hat sie erneut gemeldet.',
  'seen by its source': 'Ihre Quelle hat sie erneut gemeldet.',
  'absent from a complete scan': 'Ein vollständiger Scan meldet sie nicht mehr.',
  'its acceptance ended': 'Ihre Akzeptanz ist abgelaufen.',
  'a new password': 'nach einem neuen Passwort',
  'setup link': 'mit dem Einrichtungslink',
  'by mail': 'per E-Mail',
  'as before': 'Nichts hat sich geändert.',
  'by the identity provider': 'durch den Identitätsanbieter',
  'single sign-on': 'bei der ersten Einmalanmeldung',
  passkey: 'mit einem Passkey',
  'dry run': 'Probelauf',
  'with the workspace': 'mit dem Arbeitsbereich angelegt',
  'acknowledged before': 'schon vorher bestätigt',
} satisfies Texts<typeof english>
