import type { jobWords as english } from '#web/i18n/en/job-words.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The name of each scheduled job, and what it does. */
export const jobWords = {
  'forget-expired-credentials': {
    name: 'Abgelaufene Zugangsdaten löschen',
    text: 'Entfernt Zugriffstoken, Sitzungen und Links für neue Passwörter, die vor mehr als 24 Stunden abgelaufen sind.',
  },
  'forget-scim-events': {
    name: 'Alte Anfragen der Identitätsanbieter löschen',
    text: 'Entfernt Anfragen der Identitätsanbieter, die älter als 90 Tage sind, und alle bis auf die neuesten 100.000.',
  },
  'recheck-sign-on-domains': {
    name: 'Domains der Einmalanmeldung prüfen',
    text: 'Prüft die TXT-Einträge der benannten Domains. Fehlt ein Eintrag sieben Tage lang, gilt die Domain nicht mehr als bestätigt.',
  },
  'reset-factors': {
    name: 'Zweite Faktoren entfernen',
    text: 'Entfernt zweite Faktoren einen Tag nach der Ankündigung durch den Betreiber.',
  },
  'send-notifications': {
    name: 'Benachrichtigungen senden',
    text: 'Sendet Benachrichtigungen per Mail und in die Chatkanäle der Personen, sofort oder als tägliche Übersicht.',
  },
  'collect-digests': {
    name: 'Tägliche Übersichten vorbereiten',
    text: 'Bereitet die tägliche Übersicht der Benachrichtigungen für Personen vor, bei denen es 8 Uhr ist.',
  },
  'check-sealed-values': {
    name: 'Hauptschlüssel prüfen',
    text: 'Öffnet von jeder Art einen Wert, den der Hauptschlüssel versiegelt hat, und meldet ein Sicherheitsereignis, wenn das nicht gelingt.',
  },
  'keep-security-event-partitions': {
    name: 'Alte Sicherheitsereignisse löschen',
    text: 'Legt die Monatsabschnitte der Sicherheitsereignisse im Voraus an und entfernt die, die älter als 400 Tage sind.',
  },
  'publish-checkpoints': {
    name: 'Prüfpunkte des Registers veröffentlichen',
    text: 'Signiert das Register jedes Arbeitsbereichs einmal in der Stunde und veröffentlicht den Prüfpunkt in externen Ablagen. Nimmt eine Ablage ihn nicht an, folgt alle 5 Minuten ein neuer Versuch.',
  },
  'index-records': {
    name: 'Datensätze für die Suche erfassen',
    text: 'Nimmt die Wörter neuer und geänderter Datensätze in den Suchindex auf.',
  },
  'create-scheduled-packages': {
    name: 'Pakete nach Zeitplan anlegen',
    text: 'Legt die Pakete der Anforderungen mit einem Zeitplan an, mit ihren Fristen.',
  },
  'notify-people': {
    name: 'Personen benachrichtigen',
    text: 'Legt Benachrichtigungen zu wartenden und fälligen Aufgaben an und beendet die, deren Anlass entfallen ist.',
  },
  'expire-claims': {
    name: 'Abgelaufene Nachweise kennzeichnen',
    text: 'Kennzeichnet eingereichte und akzeptierte Nachweise nach Ende ihrer Gültigkeit als abgelaufen.',
  },
  'expire-upload-intents': {
    name: 'Nie eingetroffene Dateien verwerfen',
    text: 'Verwirft angekündigte Dateien, die nicht rechtzeitig hochgeladen wurden.',
  },
  'extend-retention': {
    name: 'Aufbewahrung von Dateien verlängern',
    text: 'Verlängert die Aufbewahrung von Dateien, deren Anforderung nun eine längere verlangt.',
  },
  'end-policy-campaigns': {
    name: 'Kampagnen zu Richtlinien beenden',
    text: 'Beendet fällige oder vollständige Kampagnen zu Richtlinien und erfasst für jede einen Nachweis.',
  },
  'end-questionnaire-rounds': {
    name: 'Runden von Fragebögen beenden',
    text: 'Beendet fällige oder vollständige Runden von Fragebögen und erfasst für jede einen Nachweis.',
  },
  'prepare-exports': {
    name: 'Exporte vorbereiten',
    text: 'Sammelt, liest und signiert den Inhalt angeforderter Beweisbündel.',
  },
  'expire-exports': {
    name: 'Abgelaufene Exporte löschen',
    text: 'Löscht Beweisbündel nach 7 Tagen, die von Prüfräumen nach 30 Tagen, und entfernt ihre Dateien.',
  },
  'record-coverage': {
    name: 'Abdeckung der Regelwerke festhalten',
    text: 'Hält täglich fest, wie viel von jedem aktiven Regelwerk nachgewiesen ist.',
  },
  'reopen-accepted-findings': {
    name: 'Akzeptierte Feststellungen wieder öffnen',
    text: 'Öffnet Feststellungen wieder, deren Akzeptanz abgelaufen ist.',
  },
  'abandon-finding-scans': {
    name: 'Unvollständige Scans verwerfen',
    text: 'Verwirft Scans, deren Teile nicht innerhalb eines Tages vollständig eintrafen, und löscht ausgewertete Scans.',
  },
  'seal-ledger': {
    name: 'Protokoll versiegeln',
    text: 'Versiegelt Zeilen des Protokolls, die noch nicht im Register stehen, und prüft, ob extern verwahrte Prüfpunkte mehr Zeilen umfassen als das Register.',
  },
  'verify-ledger': {
    name: 'Protokoll überprüfen',
    text: 'Vergleicht das Protokoll mit dem Register: auf Wunsch, und jeden Tag die neuen Zeilen und ein Dreißigstel der übrigen.',
  },
  'reconcile-license-state': {
    name: 'Lizenz auswerten',
    text: 'Wertet die eingerichtete Lizenz aus und speichert, was jeder Arbeitsbereich nutzen darf.',
  },
  'forget-idempotency-keys': {
    name: 'Gespeicherte Antworten löschen',
    text: 'Entfernt Antworten, die vor mehr als 24 Stunden für wiederholte Anfragen gespeichert wurden.',
  },
  'sweep-closed-samples': {
    name: 'Reste geschlossener Beispieldaten entfernen',
    text: 'Entfernt Reste von Arbeitsbereichen mit Beispieldaten, die in den letzten 24 Stunden geschlossen wurden.',
  },
  'sweep-staged-blobs': {
    name: 'Reste von Uploads entfernen',
    text: 'Entfernt Reste unterbrochener Uploads von Prozessen, die nicht mehr laufen, aus dem Speicher.',
  },
  'storage-object-migration-runner': {
    name: 'Gespeicherte Dateien migrieren',
    text: 'Kopiert, prüft und entfernt die nächsten Dateien der Migrationen.',
  },
  'storage-active-binding-posture-sweep': {
    name: 'Speicherorte prüfen',
    text: 'Prüft, ob der Speicherort jedes Arbeitsbereichs sich noch so verhält wie bei der Inbetriebnahme.',
  },
  'scrub-stored-files': {
    name: 'Gespeicherte Dateien prüfen',
    text: 'Liest gespeicherte Dateien erneut, vergleicht sie mit ihren Prüfsummen und stellt beschädigte Kopien aus anderen wieder her.',
  },
  'sweep-stored-orphans': {
    name: 'Dateien ohne Eintrag entfernen',
    text: 'Sucht gespeicherte Objekte ohne Eintrag, entfernt sie beim zweiten Fund und bricht unfertige Uploads ab.',
  },
  'lock-stored-files': {
    name: 'Gespeicherte Dateien sperren',
    text: 'Sperrt Dateien in Buckets mit Object Lock bis zum Ende ihrer Aufbewahrung und verlängert diese Sperren.',
  },
  'remove-kept-copies': {
    name: 'Zurückgelassene Kopien entfernen',
    text: 'Entfernt Kopien, die eine Migration wegen ihrer Sperre zurückließ, sobald die Sperre endet.',
  },
  'renew-storage-keys': {
    name: 'Dateischlüssel erneuern',
    text: 'Ersetzt den aktiven Schlüssel eines Arbeitsbereichs für neue Dateien, wenn er ein Jahr alt ist.',
  },
  'check-storage-key-providers': {
    name: 'Schlüsselverwahrung prüfen',
    text: 'Prüft, ob extern verwahrte Dateischlüssel sich noch entschlüsseln lassen, und erneuert die Token dafür.',
  },
  'reconcile-storage-usage': {
    name: 'Belegung des Speichers zählen',
    text: 'Vergleicht die gezählten Dateien und Bytes jedes Arbeitsbereichs mit seinen Dateien und berichtigt die Zähler.',
  },
  'keep-webhook-partitions': {
    name: 'Alte Ereignisse und Zustellungen löschen',
    text: 'Legt die Tagesabschnitte der Ereignisse und Zustellversuche im Voraus an und entfernt die, deren Aufbewahrungsfrist abgelaufen ist.',
  },
  'purge-deleted-webhooks': {
    name: 'Ereignisse gelöschter Webhooks löschen',
    text: 'Entfernt wartende Ereignisse gelöschter Webhooks.',
  },
} satisfies Texts<typeof english>
