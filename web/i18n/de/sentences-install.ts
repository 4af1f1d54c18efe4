/** Sentences about requests, files, storage and the install. */
export const installSentences = {
  app: {
    no_such_file: 'Diese Datei gibt es nicht.',
  },
  binding: {
    changed_meanwhile: 'Der Speicherort wurde inzwischen geändert; versuchen Sie es noch einmal.',
    changed_while_validated: 'Der Speicherort wurde während der Prüfung geändert; prüfen Sie ihn noch einmal.',
    copies_locked: 'Am Speicherort sind Kopien von Dateien gesperrt; sie werden entfernt, sobald ihre Sperren enden.',
    credentials_fail:
      'Die neuen Zugangsdaten bestehen die Probe „{{probe}}“ nicht; die bisherigen bleiben in Gebrauch.',
    holds_files: 'Am Speicherort liegen noch Dateien; ziehen Sie sie zuerst um.',
    limit:
      'Ein Arbeitsbereich hat höchstens {{most}} Speicherorte, aufgegebene nicht mitgezählt; geben Sie zuerst einen auf.',
    migration_not_ended:
      'Eine Migration von diesem Speicherort oder zu ihm läuft noch; warten Sie, bis sie endet, oder brechen Sie sie ab.',
    no_credentials: 'Dieser Speicherort hat keine Zugangsdaten: Nur Buckets, die nicht aufgegeben sind, haben welche.',
    other_activated:
      'Gerade wurde ein anderer Speicherort in Betrieb genommen; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    status: 'Beim jetzigen Status des Speicherorts ist das nicht möglich; laden Sie die Seite neu.',
    upload_in_progress:
      'An diesen Speicherort wird gerade eine Datei hochgeladen; versuchen Sie es danach noch einmal.',
    validation_outdated: 'Die Prüfung des Speicherorts ist mehr als 15 Minuten her; prüfen Sie ihn noch einmal.',
  },
  delivery: {
    event_not_kept: 'Das Ereignis wird nicht mehr aufbewahrt.',
  },
  file: {
    altered:
      'Die abgelegte Datei ist beschädigt; ein neuer Versuch hilft erst, wenn der Betrieb sie wiederhergestellt hat.',
    key_destroyed:
      'Die abgelegte Datei lässt sich nicht mehr öffnen: Der Schlüssel, mit dem sie verschlüsselt ist, wurde vernichtet.',
    missing: 'Die abgelegte Datei fehlt; ein neuer Versuch hilft erst, wenn der Betrieb sie wiederhergestellt hat.',
    range_outside: 'Die Datei hat {{byteSize}} Bytes; der verlangte Bereich liegt außerhalb.',
    too_many_at_once:
      'Höchstens {{most}} Dateien können gleichzeitig erstellt werden; warten Sie, bis eine fertig ist.',
  },
  hold: {
    limit: 'Es gelten schon {{maxHolds}} Sperren; mehr sind in einem Arbeitsbereich nicht möglich.',
    release_requested: 'Die Aufhebung ist schon beantragt; der Antrag muss bestätigt oder zurückgezogen werden.',
    status: 'Beim jetzigen Status der Sperre ist das nicht möglich; laden Sie die Seite neu.',
  },
  job: {
    already_running: 'Der Auftrag läuft schon; sein Lauf erscheint in der Liste, wenn er endet.',
  },
  key: {
    changing:
      'Eine andere Anfrage ändert die Schlüssel gerade; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    destruction_requested: 'Die Vernichtung ist schon beantragt; der Antrag muss bestätigt oder zurückgezogen werden.',
    held: 'Dateien sind gesperrt; solange die Sperre besteht, wird kein Schlüssel vernichtet, der sie öffnet.',
    holder_address:
      'Der Halter der Schlüssel kann nicht verwendet werden: Seine Adresse ist nicht zulässig („{{problem}}“).',
    holder_unusable: 'Der Halter der Schlüssel kann nicht verwendet werden („{{problem}}“).',
    holder_while_held:
      'Dateien sind gesperrt; solange die Sperre besteht, kann nur diese Installation neuer Halter der Schlüssel werden.',
    other_request:
      'Gerade wird ein anderer Antrag gestellt; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    retained:
      'Für Dateien läuft noch die Aufbewahrungsfrist ihrer Anforderung; bis zu deren Ende wird kein Schlüssel vernichtet, der sie öffnet.',
  },
  ledger: {
    foreign_checkpoint:
      'Es wird nichts signiert: Ein außerhalb verwahrter Prüfpunkt gehört nicht zu diesem Register; siehe `probata ledger`.',
    key_changing:
      'Eine andere Anfrage ändert den Schlüssel gerade; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    not_sealed_yet: 'Die Zeile ist noch nicht versiegelt.',
    nothing_sealed: 'Es wurde noch nichts versiegelt.',
    seal_unusable: 'Das elektronische Siegel kann nicht verwendet werden („{{why}}“).',
    signing_key_sealed: 'Der Signaturschlüssel lässt sich mit dem Hauptschlüssel dieser Installation nicht öffnen.',
    verification_limit: 'Es laufen schon {{most}} Prüfungen; mehr sind nicht möglich. Warten Sie, bis eine endet.',
  },
  license: {
    not_covered: 'Die Lizenz dieser Installation deckt das nicht ab ({{capability}}).',
  },
  migration: {
    already_paused: 'Die Migration ist schon angehalten.',
    already_running: 'Eine andere Migration dieses Arbeitsbereichs läuft schon.',
    binding_status: 'Der Status eines der beiden Speicherorte lässt das nicht zu; laden Sie die Seite neu.',
    copies_nothing: 'Die Migration kopiert nichts mehr.',
    failure_accepted: 'Der Fehler wurde schon hingenommen.',
    nothing_to_pause: 'Die Migration läuft nicht mehr; es gibt nichts anzuhalten.',
    nothing_to_resume: 'Die Migration ist nicht angehalten; es gibt nichts fortzusetzen.',
    status: 'Beim jetzigen Status der Migration ist das nicht möglich; laden Sie die Seite neu.',
  },
  record: {
    changed: 'Das wurde inzwischen geändert; sehen Sie es sich noch einmal an, und entscheiden Sie dann.',
    key_taken: 'Dieser Schlüssel ist im Arbeitsbereich schon vergeben; wählen Sie einen anderen.',
    not_found: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
    status_not_possible: 'Dieser Statuswechsel ist jetzt nicht möglich; laden Sie die Seite neu.',
  },
  replay: {
    empty_range: 'In diesem Zeitraum kann kein Ereignis noch einmal zugestellt werden.',
    limit:
      'Es laufen schon {{maxRunning}} Wiederholungen dieses Webhooks; warten Sie, bis eine endet, oder brechen Sie eine ab.',
    nothing_waits: 'Keine Zustellung dieser Wiederholung wartet mehr.',
    range_too_large: 'In diesem Zeitraum endeten zu viele Zustellungen; wählen Sie einen kürzeren.',
  },
  request: {
    body_too_large: 'Der Inhalt ist größer, als dieser Endpunkt zulässt.',
    compressed: 'Komprimierte Inhalte werden nicht angenommen.',
    content_length: 'Der Inhalt ist nicht so lang, wie Content-Length angibt.',
    cursor: 'Der Cursor ist abgelaufen, verändert oder gehört zu anderen Filtern.',
    empty_body: 'Der Inhalt ist leer, sollte aber JSON sein.',
    endpoint_sunset: 'Diesen Endpunkt gibt es nicht mehr; verwenden Sie {{successor}}.',
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
    other_site:
      'Die Anfrage kommt von einer anderen Website, oder ein Proxy hat den Hostnamen geändert, an den sie ging.',
    path_too_long: 'Ein Teil des Pfades ist zu lang.',
    rate_limited: 'Zu viele Anfragen; warten Sie einen Augenblick.',
    takes_no_body: '{{method}} nimmt keinen Inhalt an.',
    too_many_attempts: 'Zu viele Versuche; warten Sie eine Minute.',
    too_many_from_address: 'Zu viele Anfragen von dieser Adresse; versuchen Sie es später erneut.',
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
    locked: 'Eine andere Änderung ist noch nicht fertig und blockiert diese; versuchen Sie es erneut.',
    outcome_unknown:
      'Die Datenbank ist gerade nicht erreichbar. Ob die Änderung gespeichert wurde, ist nicht bekannt: Sehen Sie nach, bevor Sie sie wiederholen.',
    repeat_with_key:
      'Die Datenbank ist gerade nicht erreichbar. Ob die Änderung gespeichert wurde, ist nicht bekannt: Wiederholen Sie sie mit demselben Idempotency-Key.',
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
    expired: 'Die Ankündigung der Datei ist abgelaufen; kündigen Sie die Datei noch einmal an.',
    malware: 'Der Virenscanner hat {{name}} in der Datei gefunden; es wurde nichts gespeichert.',
    not_examined: 'Der Virenscanner kann nicht die ganze Datei untersuchen ({{name}}); es wurde nichts gespeichert.',
    other_checksum: 'Die Datei hat eine andere Prüfsumme als angekündigt; es wurde nichts gespeichert.',
    other_name:
      'Die Datei heißt anders als angekündigt: {{name}}. Es wurde nichts gespeichert. Senden Sie den angekündigten Namen in UTF-8.',
    other_size: 'Die Datei hat eine andere Größe als angekündigt; es wurde nichts gespeichert.',
    other_type:
      'Die Datei hat einen anderen Typ als angekündigt: {{type}}. Es wurde nichts gespeichert. Senden Sie den angekündigten Typ.',
    rejected: 'Die hochgeladene Datei wurde abgelehnt („{{why}}“).',
    scanner_unavailable: 'Der Virenscanner ist gerade nicht verfügbar; es wurde nichts gespeichert.',
    too_large: 'Die hochgeladene Datei wurde abgelehnt: Sie ist größer als {{maxUploadBytes}} Bytes.',
    too_slow: 'Das Hochladen hat zu lange gedauert; versuchen Sie es noch einmal.',
  },
  webhook: {
    account_disabled: 'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; entsperren Sie es zuerst.',
    account_limited_to_units: 'Ein Dienstkonto, das auf Einheiten beschränkt ist, kann keine Webhooks haben.',
    limit: 'Ein Arbeitsbereich hat höchstens {{most}} Webhooks.',
    paused: 'Der Webhook ist angehalten; setzen Sie ihn zuerst fort.',
    scope_missing:
      'Der Webhook kann {{type}} nicht erhalten: Dem Konto, das ihn angelegt oder seine Adresse gesetzt hat, fehlt zum Lesen die Berechtigung {{scope}}.',
    status_unchanged: 'Der Webhook hat diesen Status schon.',
  },
  workspace: {
    quota_exceeded: 'Die Datei passt nicht mehr in den Arbeitsbereich: Mit ihr wäre das Kontingent überschritten.',
  },
}
