import type { webhookWords as english } from '#web/i18n/en/webhook-words.ts'
import type { Texts } from '#web/i18n/texts.ts'

const noWorker = 'es läuft kein Prozess dafür: Der Betreiber muss einen mit der Rolle „worker“ starten.'

export const webhookWords = {
  explained: {
    moreThan: 'mehr als {{number}}',
    backlog: {
      idle: 'Alles ist zugestellt.',
      sending_one: 'Eine Zustellung wird gesendet.',
      sending_other: '{{amount}} Zustellungen werden gesendet.',
      sending_at_rate_one: 'Eine Zustellung wird gesendet.',
      sending_at_rate_other:
        '{{amount}} Zustellungen werden gesendet, {{rate}} pro Sekunde; für die gezählten dauert das {{seconds}} s.',
      no_worker_one: `Eine Zustellung ist fällig, aber ${noWorker}`,
      no_worker_other: `{{amount}} Zustellungen sind fällig, aber ${noWorker}`,
      next_attempt_one: 'Eine Zustellung wartet auf einen neuen Versuch: {{at}}.',
      next_attempt_other: '{{amount}} Zustellungen warten auf einen neuen Versuch; der nächste: {{at}}.',
      failing_zero: 'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl; nichts wartet.',
      failing_one: 'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl; eine Zustellung wartet.',
      failing_other: 'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl; {{amount}} Zustellungen warten.',
      failing_no_worker_one: `Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. Eine Zustellung wartet, aber ${noWorker}`,
      failing_no_worker_other: `Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. {{amount}} Zustellungen warten, aber ${noWorker}`,
      failing_next_attempt_one:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl; eine Zustellung wartet. Nächster Versuch: {{at}}.',
      failing_next_attempt_other:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl; {{amount}} Zustellungen warten. Nächster Versuch: {{at}}.',
      paused_zero: 'Der Webhook ist angehalten; nichts wartet.',
      paused_one: 'Der Webhook ist angehalten; eine Zustellung wartet, bis er fortgesetzt wird.',
      paused_other: 'Der Webhook ist angehalten; {{amount}} Zustellungen warten, bis er fortgesetzt wird.',
      stopped_zero: 'Gestoppt: Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; nichts wartet.',
      stopped_one:
        'Gestoppt: Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; eine Zustellung wartet, bis es entsperrt wird.',
      stopped_other:
        'Gestoppt: Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; {{amount}} Zustellungen warten, bis es entsperrt wird.',
    },
    pending: {
      paused_zero: 'Der Webhook ist angehalten. Sobald er fortgesetzt wird, ist diese Zustellung die nächste.',
      paused_one: 'Der Webhook ist angehalten. Sobald er fortgesetzt wird, kommt eine Zustellung vorher.',
      paused_other: 'Der Webhook ist angehalten. Sobald er fortgesetzt wird, kommen {{amount}} Zustellungen vorher.',
      account_disabled_zero:
        'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt. Sobald es entsperrt wird, ist diese Zustellung die nächste.',
      account_disabled_one:
        'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt. Sobald es entsperrt wird, kommt eine Zustellung vorher.',
      account_disabled_other:
        'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt. Sobald es entsperrt wird, kommen {{amount}} Zustellungen vorher.',
      receiver_failing_zero:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. Versuch {{attempt}} von 7 ist fällig; diese Zustellung ist die nächste.',
      receiver_failing_one:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. Versuch {{attempt}} von 7 ist fällig; eine Zustellung kommt vorher.',
      receiver_failing_other:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. Versuch {{attempt}} von 7 ist fällig; {{amount}} Zustellungen kommen vorher.',
      receiver_failing_until:
        'Beim Empfänger schlägt seit {{since}} jeder Versuch fehl. Versuch {{attempt}} von 7: {{at}}.',
      next_attempt: 'Ein Versuch ist fehlgeschlagen. Versuch {{attempt}} von 7: {{at}}.',
      not_taken: `Sie ist fällig, aber ${noWorker}`,
      behind_others: 'Sie ist fällig und wartet auf andere: {{amount}} Zustellungen kommen vorher.',
      starting: 'Sie ist unterwegs oder wird gleich gesendet.',
    },
  },
  failures: {
    status: 'Der Empfänger hat mit einem anderen Status als 2xx geantwortet.',
    redirect: 'Der Empfänger hat mit einer Umleitung geantwortet; Umleitungen wird nicht gefolgt.',
    timeout: 'Der Empfänger hat nicht innerhalb von 10 Sekunden geantwortet.',
    connection_refused: 'Der Empfänger hat die Verbindung abgelehnt.',
    connection_reset: 'Die Verbindung wurde vor einer Antwort beendet.',
    unreachable: 'Die Adresse des Empfängers ist nicht erreichbar.',
    name_not_found: 'Zum Namen des Empfängers gibt es keine Adresse.',
    forbidden_address: 'Die Adresse des Empfängers ist nicht öffentlich, und diese Installation lässt sie nicht zu.',
    forbidden_port:
      'Der Port des Empfängers gehört zu einem Dienst, der kein Webserver ist; dorthin wird nichts gesendet.',
    tls: 'Keine vertrauenswürdige TLS-Verbindung: Das Zertifikat ist abgelaufen, unbekannt oder auf einen anderen Namen ausgestellt.',
    invalid_http: 'Die Antwort ist kein gültiges HTTP.',
    secret_unreadable: 'Das Signaturgeheimnis lässt sich nicht öffnen; wechseln Sie es.',
    event_missing: 'Das Ereignis wird nicht mehr aufbewahrt.',
    scope_taken_away:
      'Nicht gesendet: Wer den Webhook angelegt oder seine Adresse gesetzt hat, darf Ereignisse dieser Art nicht lesen.',
    internal: 'Der Versuch war nicht möglich.',
  },
} satisfies Texts<typeof english>
