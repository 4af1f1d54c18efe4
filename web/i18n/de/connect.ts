import type { connect as english } from '#web/i18n/en/connect.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const connect = {
  title: 'Anbinden',
  description: 'Beispiele, die mit diesem Server funktionieren, gefüllt mit Daten dieses Arbeitsbereichs.',
  reference: 'API-Referenz',
  machine: 'OpenAPI für Dienstkonten',
  workspace: 'OpenAPI dieser Anwendung',
  account: 'Dienstkonto',
  requirement: 'Anforderung',
  package: 'Paket',
  language: 'Sprache',
  noAccount:
    'Bitten Sie die Administration um ein Dienstkonto: Seine Client-ID und sein Geheimnis gehören in den ersten Schritt.',
  noPackage: 'Es gibt noch kein Paket; setzen Sie seine Kennung ein.',
  lacks: '{{name}} hat dieses Recht nicht.',
  run: {
    curl: 'Für bash, in dieser Reihenfolge: Spätere Schritte verwenden Variablen aus früheren. Das Geheimnis kommt aus einer Umgebungsvariablen.',
    typescript:
      'Nur fetch, für Node ab 22 und Bun: Die Teile ergeben ein Modul. Das Geheimnis kommt aus einer Umgebungsvariablen.',
  },
  copyAll: 'Alle Schritte kopieren',
  code: 'Code: {{title}}',
  steps: {
    token: {
      title: 'Token abrufen',
      text: 'OAuth 2.0 Client Credentials. Das Token gilt eine Stunde: Bewahren Sie es auf und rufen Sie ein neues ab, wenn ein Aufruf 401 ergibt.',
    },
    requirements: {
      title: 'Anforderungen auflisten',
      text: 'Welche Nachweise zu erbringen sind, Seite für Seite.',
    },
    claim: {
      title: 'Einen Nachweis anlegen',
      text: 'Der Nachweis wird erfasst und geht zur Freigabe. Mit demselben Idempotency-Key lässt sich der Aufruf 24 Stunden lang gefahrlos wiederholen.',
    },
    upload: {
      title: 'Eine Datei hochladen',
      text: 'Kündigen Sie zuerst die Datei mit ihrem SHA-256 an und senden Sie dann die Bytes; Abweichungen werden abgelehnt. Möglich ist das nur, solange der Nachweis eingereicht ist.',
    },
    event: {
      title: 'Ein Ereignis eines Pakets festhalten',
      text: 'Hält fest, was mit einem Paket geschah, und führt seinen Status nach. Dank sourceEventKey sind Wiederholungen jederzeit gefahrlos.',
    },
    webhook: {
      title: 'Einen Webhook abonnieren',
      text: 'Signierte Mitteilungen über Änderungen. Das Signaturgeheimnis steht nur in dieser Antwort.',
    },
  },
} satisfies Texts<typeof english>
