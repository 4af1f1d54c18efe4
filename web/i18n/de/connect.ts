import type { connect as english } from '#web/i18n/en/connect.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const connect = {
  title: 'Anbinden',
  description: 'Beispiele, die gegen genau diesen Server laufen, gefüllt mit dem, was in diesem Arbeitsbereich ist.',
  reference: 'API-Referenz',
  machine: 'OpenAPI für Maschinen',
  workspace: 'OpenAPI dieser Anwendung',
  account: 'Dienstkonto',
  requirement: 'Nachweisanforderung',
  package: 'Einreichungspaket',
  language: 'Sprache',
  noAccount:
    'Bitten Sie die Administration um ein Dienstkonto: Seine Client-ID und sein Geheimnis gehören in den ersten Schritt.',
  noPackage: 'Es gibt noch kein Paket; setzen Sie seine Kennung ein.',
  lacks: '{{name}} hat dieses Recht nicht.',
  run: {
    curl: 'Für bash, in dieser Reihenfolge: Spätere Schritte benutzen, was frühere gesetzt haben. Das Geheimnis kommt aus der Umgebung.',
    typescript: 'Nur fetch, für Node ab 22 und Bun: Die Teile ergeben ein Modul. Das Geheimnis kommt aus der Umgebung.',
  },
  all: 'Alle Schritte als ein Text:',
  copyAll: 'Alle Schritte kopieren',
  code: 'Code: {{title}}',
  steps: {
    token: {
      title: 'Ein Token holen',
      text: 'OAuth 2.0 Client Credentials. Es gilt eine Stunde: Behalten Sie es und holen Sie ein neues, wenn ein Aufruf 401 ergibt.',
    },
    requirements: {
      title: 'Anforderungen auflisten',
      text: 'Welche Nachweise zu sammeln sind, Seite für Seite.',
    },
    claim: {
      title: 'Einen Beleg anlegen',
      text: 'Der Nachweis wird festgehalten und geht in die Prüfung. Mit dem Schlüssel lässt sich der Aufruf 24 Stunden lang gefahrlos wiederholen.',
    },
    upload: {
      title: 'Eine Datei hochladen',
      text: 'Zuerst, was kommen wird, mit SHA-256, dann die Bytes; Abweichendes wird verweigert. Nur solange der Beleg eingereicht ist.',
    },
    event: {
      title: 'Ein Einreichungsereignis festhalten',
      text: 'Was mit einem Paket geschah; sein Status folgt. Mit dem sourceEventKey geschieht es einmal, wie spät auch immer eine Wiederholung kommt.',
    },
    webhook: {
      title: 'Einen Webhook abonnieren',
      text: 'Signierte Mitteilungen über Änderungen. Das Signaturgeheimnis steht in der Antwort, dieses eine Mal.',
    },
  },
} satisfies Texts<typeof english>
