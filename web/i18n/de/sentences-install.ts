/** Sentences about requests, files, storage and the install. */
export const installSentences = {
  app: {
    no_such_file: 'Diese Datei gibt es nicht.',
  },
  binding: {
    changed_meanwhile: 'Der Speicherort wurde inzwischen geändert; versuchen Sie es noch einmal.',
    changed_while_validated: 'Der Speicherort wurde während der Prüfung geändert; prüfen Sie ihn noch einmal.',
    copies_locked: 'Am Speicherort sind Kopien von Dateien gesperrt; sie werden entfernt, wenn ihre Sperren enden.',
    credentials_fail: 'Die neuen Zugangsdaten bestehen die Probe {{probe}} nicht; es bleibt bei den alten.',
    holds_files: 'Am Speicherort liegen noch Dateien ({{count}} Kopien); verlegen Sie sie zuerst.',
    limit: 'Ein Arbeitsbereich hat höchstens {{most}} Speicherorte, die nicht außer Betrieb sind.',
    migration_not_ended:
      'Eine Migration von oder zu dem Speicherort ist nicht zu Ende; warten Sie, oder brechen Sie sie ab.',
    no_credentials:
      'Dieser Speicherort hat keine Zugangsdaten: Nur ein Bucket, der nicht außer Betrieb ist, hat welche.',
    other_activated:
      'Ein anderer Speicherort wurde eben in Gebrauch genommen; laden Sie neu und versuchen Sie es noch einmal.',
    status: 'Das ist beim jetzigen Status des Speicherorts nicht möglich.',
    upload_in_progress: 'Eine Datei wird gerade zu dem Speicherort hochgeladen; versuchen Sie es noch einmal.',
    validation_outdated: 'Die Prüfung des Speicherorts ist mehr als 15 Minuten her; prüfen Sie ihn noch einmal.',
  },
  delivery: {
    event_not_kept: 'Das Ereignis wird nicht mehr aufbewahrt.',
  },
  file: {
    altered:
      'Die abgelegte Datei ist beschädigt; ein neuer Versuch hilft erst, wenn der Betrieb sie wiederhergestellt hat.',
    key_destroyed: 'Die abgelegte Datei lässt sich nicht mehr öffnen: Ihr Schlüssel wurde vernichtet.',
    missing: 'Die abgelegte Datei fehlt; ein neuer Versuch hilft erst, wenn der Betrieb sie wiederhergestellt hat.',
    range_outside: 'Die Datei hat {{byteSize}} Bytes; der verlangte Bereich liegt außerhalb.',
    too_many_at_once:
      'Höchstens {{most}} Dateien können gleichzeitig erstellt werden; warten Sie, bis eine fertig ist.',
  },
  hold: {
    limit: 'Es bestehen schon {{maxHolds}} Sperren; mehr sind in einem Arbeitsbereich nicht möglich.',
    release_requested: 'Die Aufhebung ist schon beantragt: Bestätigen Sie den Antrag, oder ziehen Sie ihn zurück.',
    status: 'Das ist beim jetzigen Status der Sperre nicht möglich.',
  },
  job: {
    already_running: 'Der Auftrag läuft schon; sein Lauf erscheint in der Liste, wenn er endet.',
  },
  key: {
    changing: 'Eine andere Anfrage ändert die Schlüssel gerade; laden Sie neu und versuchen Sie es noch einmal.',
    destruction_requested:
      'Die Vernichtung ist schon beantragt: Bestätigen Sie den Antrag, oder ziehen Sie ihn zurück.',
    held: 'Dateien sind gesperrt; solange die Sperre besteht, wird kein Schlüssel vernichtet, der sie öffnet.',
    holder_address:
      'Der Schlüsselverwalter kann nicht benutzt werden: Seine Adresse ist nicht zulässig („{{problem}}“).',
    holder_unusable: 'Der Schlüsselverwalter kann nicht benutzt werden („{{problem}}“).',
    holder_while_held:
      'Dateien sind gesperrt; solange die Sperre besteht, kann nur diese Installation die Schlüssel übernehmen.',
    other_request: 'Ein anderer Antrag wird eben gestellt; laden Sie neu und versuchen Sie es noch einmal.',
    retained:
      'Dateien werden aufbewahrt, wie es ihre Anforderung verlangt; bis dahin wird kein Schlüssel vernichtet, der sie öffnet.',
  },
  ledger: {
    foreign_checkpoint:
      'Es wird nichts signiert: Ein Prüfpunkt außerhalb gehört nicht zu diesem Register; siehe `probata ledger`.',
    key_changing: 'Eine andere Anfrage ändert den Schlüssel gerade; laden Sie neu und versuchen Sie es noch einmal.',
    not_sealed_yet: 'Die Zeile ist noch nicht versiegelt.',
    nothing_sealed: 'Es wurde noch nichts versiegelt.',
    seal_unusable: 'Das elektronische Siegel kann nicht benutzt werden.',
    signing_key_sealed: 'Der Signaturschlüssel lässt sich mit dem Hauptschlüssel dieser Installation nicht öffnen.',
    verification_limit: 'Es laufen schon {{most}} Prüfungen, mehr sind nicht möglich; warten Sie, bis eine endet.',
  },
  license: {
    not_covered: 'Die Lizenz dieser Installation deckt das nicht ab: {{capability}}.',
  },
  migration: {
    already_paused: 'Die Migration ist schon angehalten.',
    already_running: 'Eine andere Migration dieses Arbeitsbereichs läuft schon.',
    binding_status: 'Der Status eines der Speicherorte lässt das nicht zu.',
    copies_nothing: 'Die Migration kopiert nichts mehr.',
    failure_accepted: 'Der Fehler wurde schon hingenommen.',
    nothing_to_pause: 'Es gibt nichts anzuhalten.',
    nothing_to_resume: 'Die Migration ist nicht angehalten; es gibt nichts fortzusetzen.',
    status: 'Das ist beim jetzigen Status der Migration nicht möglich.',
  },
  record: {
    changed: 'Das wurde inzwischen geändert; lesen Sie es neu und entscheiden Sie dann.',
    not_found: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
    status_not_possible: 'Dieser Statuswechsel ist jetzt nicht möglich.',
  },
  replay: {
    empty_range: 'In diesem Zeitraum kann kein Ereignis noch einmal zugestellt werden.',
    limit:
      'Es laufen schon {{maxRunning}} Wiederholungen dieses Webhooks; warten Sie, bis eine endet, oder brechen Sie sie ab.',
    nothing_waits: 'Keine Zustellung dieser Wiederholung wartet.',
    range_too_large: 'In diesem Zeitraum endeten mehr als {{most}} Zustellungen; verkleinern Sie ihn.',
  },
  request: {
    body_too_large: 'Der Inhalt ist größer, als dieser Endpunkt annimmt.',
    compressed: 'Komprimierte Inhalte werden nicht angenommen.',
    content_length: 'Der Inhalt ist nicht so lang, wie Content-Length angibt.',
    cursor: 'Der Cursor ist abgelaufen, verändert oder gehört zu anderen Filtern.',
    empty_body: 'Der Inhalt ist leer, sollte aber JSON sein.',
    endpoint_sunset: 'Diesen Endpunkt gibt es nicht mehr; benutzen Sie {{successor}}.',
    headers_too_large: 'Adresse und Kopfzeilen sind zusammen größer als 16 KiB.',
    idempotency_key_used: 'Dieser Idempotency-Key wurde schon für eine andere Anfrage benutzt.',
    invalid: 'Die Angaben sind nicht gültig.',
    invalid_field: 'Die Angaben sind nicht gültig.',
    malformed: 'Die Anfrage ist nicht gültig.',
    media_type: 'Dieser Endpunkt nimmt diesen Content-Type nicht an.',
    method_not_accepted: '{{method}} wird nicht angenommen.',
    method_not_supported: '{{method}} gibt es hier nicht; möglich ist {{allowed}}.',
    no_such_endpoint: 'Diesen Endpunkt gibt es nicht.',
    not_http: 'Die Anfrage ist kein gültiges HTTP.',
    not_json: 'Der Inhalt ist kein gültiges JSON.',
    not_utf8: 'JSON wird nur in UTF-8 angenommen.',
    other_site: 'Die Anfrage kommt von einer anderen Website, oder ein Proxy hat den Namen geändert, an den sie ging.',
    path_too_long: 'Ein Teil des Pfades ist zu lang.',
    rate_limited: 'Zu viele Anfragen; warten Sie einen Augenblick.',
    takes_no_body: '{{method}} hat keinen Inhalt.',
    too_many_attempts: 'Zu viele Versuche; warten Sie eine Minute.',
    too_many_from_address: 'Zu viele Anfragen von dieser Adresse; versuchen Sie es später.',
    too_slow: 'Die Anfrage kam nicht schnell genug an.',
    url: 'Die Adresse ist keine gültige URL.',
  },
  server: {
    busy: 'Die Datenbank ist mit anderen Anfragen beschäftigt; versuchen Sie es erneut.',
    database_full: 'Die Datenbank hat keinen Platz mehr für Änderungen.',
    database_read_only: 'Die Datenbank kann gerade nur gelesen werden.',
    database_slow: 'Die Datenbank ist damit nicht rechtzeitig fertig geworden.',
    database_unreachable: 'Die Datenbank ist gerade nicht erreichbar.',
    failed: 'Auf dem Server ist ein Fehler aufgetreten; die Anfragekennung hilft, die Ursache zu finden.',
    locked: 'Eine andere Änderung läuft noch und hält eine Sperre, die diese braucht.',
    outcome_unknown:
      'Die Datenbank ist gerade nicht erreichbar. Ob die Änderung geschah, ist nicht bekannt: Sehen Sie nach, bevor Sie sie wiederholen.',
    repeat_with_key:
      'Die Datenbank ist gerade nicht erreichbar. Ob die Änderung geschah, ist nicht bekannt: Wiederholen Sie sie mit demselben Idempotency-Key.',
    too_many_sign_ins: 'Zu viele Anmeldungen auf einmal; versuchen Sie es erneut.',
  },
  storage: {
    binding_unavailable: 'Der Dateispeicher ist gerade nicht verfügbar; er wird alle paar Sekunden neu geprüft.',
    full: 'Der Dateispeicher ist voll.',
    key_unavailable: 'Der Schlüssel der abgelegten Dateien ist gerade nicht verfügbar.',
    read_only: 'Der Dateispeicher kann gerade nur gelesen werden.',
    unavailable: 'Der Dateispeicher ist gerade nicht verfügbar.',
  },
  upload: {
    expired: 'Die Ankündigung der Datei ist abgelaufen; legen Sie eine neue an.',
    malware: 'Der Virenscanner hat {{name}} in der Datei gefunden; es wurde nichts gespeichert.',
    not_examined: 'Der Virenscanner kann nicht die ganze Datei untersuchen ({{name}}); es wurde nichts gespeichert.',
    other_checksum: 'Die Datei hat eine andere Prüfsumme als angekündigt; es wurde nichts gespeichert.',
    other_name: 'Die Datei heißt anders als angekündigt: {{name}}. Es wurde nichts gespeichert.',
    other_size: 'Die Datei hat eine andere Größe als angekündigt; es wurde nichts gespeichert.',
    other_type: 'Die Datei hat einen anderen Typ als angekündigt: {{type}}. Es wurde nichts gespeichert.',
    rejected: 'Die hochgeladene Datei wurde abgelehnt („{{why}}“).',
    scanner_unavailable: 'Der Virenscanner ist gerade nicht verfügbar; es wurde nichts gespeichert.',
    too_large: 'Die Datei ist größer als {{maxUploadBytes}} Bytes.',
    too_slow: 'Das Hochladen hat zu lange gedauert; versuchen Sie es noch einmal.',
  },
  webhook: {
    account_disabled: 'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; geben Sie es zuerst frei.',
    account_limited_to_units: 'Ein Dienstkonto, das auf Einheiten beschränkt ist, kann keine Webhooks haben.',
    limit: 'Ein Arbeitsbereich hat höchstens {{most}} Webhooks.',
    paused: 'Der Webhook ist angehalten; setzen Sie ihn zuerst fort.',
    scope_missing: 'Der Webhook kann {{type}} nicht bekommen: Dem Konto fehlt der Scope {{scope}}, um es zu lesen.',
    status_unchanged: 'Der Webhook ist schon in diesem Status.',
  },
  workspace: {
    quota_exceeded: 'Die Datei passt nicht mehr in den Arbeitsbereich: Seine Speichergrenze ist erreicht.',
  },
}
