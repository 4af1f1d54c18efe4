/** Sentences about requests, files, storage and the install. */
export const installSentences = {
  app: {
    no_such_file: 'Diese Datei gibt es nicht; laden Sie die Seite neu.',
  },
  binding: {
    changed_meanwhile: 'Der Speicherort wurde inzwischen geändert; versuchen Sie es noch einmal.',
    changed_while_validated: 'Der Speicherort wurde während der Prüfung geändert; prüfen Sie ihn noch einmal.',
    copies_locked:
      'Am Speicherort liegen noch gesperrte Kopien von Dateien; legen Sie ihn still, wenn ihre Sperren enden.',
    credentials_fail:
      'Die neuen Zugangsdaten bestehen den Test „{{probe}}“ nicht; die bisherigen bleiben in Gebrauch. Berichtigen Sie die neuen, und versuchen Sie es noch einmal.',
    holds_files: 'Am Speicherort liegen noch Dateien (Kopien: {{copies}}); migrieren Sie sie zuerst.',
    holds_many_files:
      'Am Speicherort liegen noch Dateien (mehr als {{maxCountedCopies}} Kopien); migrieren Sie sie zuerst.',
    limit:
      'Ein Arbeitsbereich hat höchstens {{most}} Speicherorte, stillgelegte nicht mitgezählt; legen Sie zuerst einen still.',
    migration_not_ended:
      'Eine Migration von diesem Speicherort oder zu ihm läuft noch; warten Sie, bis sie endet, oder brechen Sie sie ab.',
    no_credentials: 'Dieser Speicherort hat keine Zugangsdaten: Nur Buckets, die nicht stillgelegt sind, haben welche.',
    other_activated:
      'Gerade wurde ein anderer Speicherort in Betrieb genommen; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    status: 'Beim jetzigen Status des Speicherorts ist das nicht möglich; laden Sie die Seite neu.',
    upload_in_progress:
      'An diesen Speicherort wird gerade eine Datei hochgeladen; versuchen Sie es danach noch einmal.',
    validation_outdated: 'Die Prüfung des Speicherorts ist mehr als 15 Minuten her; prüfen Sie ihn noch einmal.',
  },
  delivery: {
    event_not_kept: 'Das Ereignis wird nicht mehr aufbewahrt und kann nicht noch einmal zugestellt werden.',
  },
  file: {
    altered:
      'Die abgelegte Datei ist beschädigt; bitten Sie den Betreiber, sie wiederherzustellen. Ein neuer Versuch hilft erst danach.',
    key_destroyed:
      'Die abgelegte Datei lässt sich nicht mehr öffnen: Der Schlüssel, mit dem sie verschlüsselt ist, wurde vernichtet.',
    missing:
      'Die abgelegte Datei fehlt; bitten Sie den Betreiber, sie wiederherzustellen. Ein neuer Versuch hilft erst danach.',
    range_outside: 'Die Datei hat {{byteSize}} Bytes; der verlangte Bereich liegt außerhalb.',
    too_many_at_once:
      'Höchstens {{most}} Dateien können gleichzeitig erstellt werden; warten Sie, bis eine fertig ist.',
  },
  hold: {
    limit:
      'Es gelten schon {{maxHolds}} Sperren, mehr sind in einem Arbeitsbereich nicht möglich; heben Sie zuerst eine auf.',
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
    held: 'Dateien sind gesperrt; deshalb können die Schlüssel, die sie öffnen, nicht vernichtet werden. Heben Sie zuerst die Sperre auf.',
    holder_address: 'Die Schlüsselverwahrung kann nicht verwendet werden: Ihre Adresse ist nicht zulässig.',
    holder_altered:
      'Die Schlüsselverwahrung gibt einen Schlüssel nicht so zurück, wie sie ihn verschlüsselt hat; verwenden Sie eine andere.',
    holder_clock:
      'Die Uhr der Schlüsselverwahrung weicht von der dieser Installation ab; stellen Sie die falsche richtig.',
    holder_credential: 'Die Schlüsselverwahrung weist das Token ab; geben Sie ein gültiges ein.',
    holder_forbidden:
      'Die Schlüsselverwahrung weist das Token ab, oder es darf mit diesem Schlüssel nicht ver- und entschlüsseln; prüfen Sie seine Rechte.',
    holder_full: 'Die Schlüsselverwahrung hat keinen Platz mehr; schaffen Sie dort Platz.',
    holder_missing:
      'Die Schlüsselverwahrung hat dort keine Transit-Engine oder keinen solchen Schlüssel; prüfen Sie Einhängepunkt und Namen des Schlüssels.',
    holder_not_found: 'Die Schlüsselverwahrung ist nicht zu finden; prüfen Sie ihre Adresse.',
    holder_refused_address:
      'Die Schlüsselverwahrung hat eine Adresse, die diese Installation nicht erlaubt; der Betreiber kann sie erlauben (PROBATA_STORAGE_ALLOW).',
    holder_slow: 'Die Schlüsselverwahrung hat nicht rechtzeitig geantwortet; versuchen Sie es noch einmal.',
    holder_tls:
      'Das Zertifikat der Schlüsselverwahrung wird nicht anerkannt; der Betreiber kann die Zertifizierungsstelle eintragen (PROBATA_CA_FILE).',
    holder_unreachable:
      'Die Schlüsselverwahrung ist nicht erreichbar oder versiegelt; prüfen Sie ihre Adresse, und entsiegeln Sie sie.',
    holder_unsupported:
      'Die Schlüsselverwahrung antwortet nicht wie ein Vault oder leitet weiter; prüfen Sie ihre Adresse.',
    holder_unusable:
      'Die bisherige Verwahrung öffnet die Schlüssel nicht ({{problem}}); stellen Sie sie zuerst wieder her.',
    holder_while_held:
      'Dateien sind gesperrt; deshalb kann die Verwahrung der Schlüssel nur zu dieser Installation wechseln. Für eine andere heben Sie zuerst die Sperre auf.',
    other_request:
      'Gleichzeitig wird ein anderer Antrag gestellt; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    retained:
      'Für Dateien läuft noch die Aufbewahrungsfrist ihrer Anforderung. Die Schlüssel, die sie öffnen, können erst danach vernichtet werden.',
  },
  ledger: {
    foreign_checkpoint:
      'Es wird nichts signiert: Ein extern verwahrter Prüfpunkt gehört nicht zu diesem Register; siehe `probata ledger`.',
    key_changing:
      'Eine andere Anfrage ändert den Schlüssel gerade; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    not_sealed_yet:
      'Die Zeile ist noch nicht versiegelt und hat deshalb noch keinen Beweis; versuchen Sie es in einigen Sekunden noch einmal.',
    nothing_sealed: 'Es wurde noch nichts versiegelt; versuchen Sie es in einigen Sekunden noch einmal.',
    seal_early:
      'Das Zertifikat des elektronischen Siegels gilt noch nicht; bitten Sie den Betreiber, ein anderes Siegel einzurichten.',
    seal_ended:
      'Das Zertifikat des elektronischen Siegels ist abgelaufen; bitten Sie den Betreiber, ein neues Siegel einzurichten.',
    seal_unusable:
      'Das elektronische Siegel lässt sich nicht öffnen; bitten Sie den Betreiber, Datei und Passwort zu prüfen.',
    signing_key_sealed:
      'Der Signaturschlüssel lässt sich mit dem Hauptschlüssel dieser Installation nicht öffnen; bitten Sie den Betreiber, den richtigen Hauptschlüssel wiederherzustellen.',
    verification_limit: 'Es laufen schon {{most}} Prüfungen; mehr sind nicht möglich. Warten Sie, bis eine endet.',
  },
  license: {
    ended:
      'Die Lizenz dieser Installation ist abgelaufen, für {{capability}} kann deshalb nichts Neues beginnen; bitten Sie den Betreiber, sie zu verlängern.',
    limit:
      'Die Lizenz dieser Installation beschränkt {{capability}} auf {{limit}}; bitten Sie den Betreiber um eine größere Lizenz.',
    not_covered:
      'Die Lizenz dieser Installation deckt {{capability}} nicht ab; bitten Sie den Betreiber um eine Lizenz, die das tut.',
  },
  migration: {
    already_paused: 'Die Migration ist schon angehalten.',
    already_running:
      'Eine andere Migration dieses Arbeitsbereichs läuft schon; warten Sie, bis sie endet, oder brechen Sie sie ab.',
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
    range_too_large: 'In diesem Zeitraum endeten mehr als {{most}} Zustellungen; wählen Sie einen kürzeren.',
  },
  request: {
    body_too_large: 'Der Inhalt ist größer, als dieser Endpunkt zulässt.',
    compressed: 'Komprimierte Inhalte werden nicht angenommen; senden Sie den Inhalt ohne Content-Encoding.',
    content_length: 'Der Inhalt ist nicht so lang, wie Content-Length angibt.',
    cursor: 'Der Cursor ist abgelaufen, verändert oder gehört zu anderen Filtern; beginnen Sie ohne ihn von vorn.',
    empty_body: 'Der Inhalt ist leer; senden Sie JSON.',
    endpoint_sunset: 'Diesen Endpunkt gibt es nicht mehr; verwenden Sie {{successor}}.',
    headers_too_large: 'Adresse und Kopfzeilen sind zusammen größer als 16 KiB.',
    idempotency_key_used:
      'Dieser Idempotency-Key wurde schon für eine andere Anfrage benutzt; verwenden Sie einen neuen.',
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
      'Die Anfrage kommt von einer anderen Website, oder ein Proxy hat ihren Host-Header geändert. Öffnen Sie Probata unter seiner eigenen Adresse, oder bitten Sie den Betreiber, den Proxy zu prüfen.',
    path_too_long: 'Ein Teil des Pfades ist zu lang.',
    rate_limited: 'Zu viele Anfragen; warten Sie einen Augenblick.',
    takes_no_body: '{{method}} nimmt keinen Inhalt an.',
    too_many_attempts: 'Zu viele Versuche; warten Sie eine Minute.',
    too_many_from_address: 'Zu viele Anfragen von dieser Adresse; versuchen Sie es später erneut.',
    too_slow: 'Die Anfrage kam nicht schnell genug an; versuchen Sie es noch einmal.',
    url: 'Die Adresse ist keine gültige URL.',
  },
  server: {
    busy: 'Die Datenbank ist mit anderen Anfragen beschäftigt; versuchen Sie es in einigen Sekunden noch einmal.',
    database_full:
      'Die Datenbank hat keinen Platz mehr für Änderungen; bitten Sie den Betreiber, mehr bereitzustellen.',
    database_read_only:
      'Die Datenbank nimmt gerade keine Änderungen an; versuchen Sie es in einigen Sekunden noch einmal.',
    database_slow: 'Die Datenbank ist damit nicht rechtzeitig fertig geworden; versuchen Sie es später noch einmal.',
    database_unreachable:
      'Die Datenbank ist gerade nicht erreichbar; versuchen Sie es in einigen Sekunden noch einmal.',
    failed:
      'Auf dem Server ist ein Fehler aufgetreten; nennen Sie dem Betreiber die Anfragekennung, damit er die Ursache findet.',
    locked:
      'Eine andere Änderung an denselben Daten ist noch nicht fertig; versuchen Sie es in einigen Sekunden noch einmal.',
    outcome_unknown:
      'Die Datenbank ist gerade nicht erreichbar; ob die Änderung gespeichert wurde, ist deshalb nicht bekannt. Sehen Sie nach, bevor Sie sie wiederholen.',
    repeat_with_key:
      'Die Datenbank ist gerade nicht erreichbar; ob die Änderung gespeichert wurde, ist deshalb nicht bekannt. Wiederholen Sie sie mit demselben Idempotency-Key.',
    too_many_sign_ins: 'Zu viele Anmeldungen auf einmal; versuchen Sie es in einigen Sekunden noch einmal.',
  },
  storage: {
    binding_unavailable: 'Der Dateispeicher ist gerade nicht verfügbar; er wird alle paar Sekunden neu geprüft.',
    full: 'Der Dateispeicher ist voll; bitten Sie den Betreiber um mehr Platz.',
    key_unavailable:
      'Der Schlüssel der abgelegten Dateien ist gerade nicht verfügbar; versuchen Sie es in einigen Sekunden noch einmal.',
    read_only:
      'Der Dateispeicher nimmt gerade keine Änderungen an; bitten Sie den Betreiber, ihn wieder beschreibbar zu machen.',
    unavailable: 'Der Dateispeicher ist gerade nicht verfügbar; versuchen Sie es in einigen Sekunden noch einmal.',
  },
  upload: {
    expired: 'Die Ankündigung der Datei ist abgelaufen; kündigen Sie die Datei noch einmal an.',
    malware: 'Der Virenscanner hat {{name}} in der Datei gefunden; es wurde nichts gespeichert.',
    not_examined:
      'Der Virenscanner kann nicht die ganze Datei untersuchen ({{name}}); es wurde nichts gespeichert. Senden Sie die Datei in einer Form, die er untersuchen kann.',
    other_checksum:
      'Die Datei hat eine andere Prüfsumme als angekündigt; es wurde nichts gespeichert. Senden Sie die angekündigte Datei, oder kündigen Sie diese an.',
    other_name:
      'Die Datei heißt anders als angekündigt: {{name}}. Es wurde nichts gespeichert. Senden Sie den angekündigten Namen in UTF-8.',
    other_size:
      'Die Datei hat eine andere Größe als angekündigt; es wurde nichts gespeichert. Senden Sie die angekündigte Datei, oder kündigen Sie diese an.',
    other_type:
      'Die Datei hat einen anderen Typ als angekündigt: {{type}}. Es wurde nichts gespeichert. Senden Sie den angekündigten Typ.',
    rejected: 'Die hochgeladene Datei wurde abgelehnt („{{why}}“).',
    scanner_unavailable:
      'Der Virenscanner ist gerade nicht verfügbar, deshalb wurde nichts gespeichert; versuchen Sie es in einigen Sekunden noch einmal.',
    too_large:
      'Die Datei ist größer als {{maxUploadBytes}} Bytes, die Obergrenze dieser Installation; senden Sie eine kleinere.',
    too_slow: 'Das Hochladen hat zu lange gedauert; versuchen Sie es noch einmal.',
  },
  webhook: {
    account_disabled: 'Das Dienstkonto, das den Webhook angelegt hat, ist gesperrt; entsperren Sie es zuerst.',
    account_limited_to_units:
      'Ein Dienstkonto, das auf Einheiten beschränkt ist, kann keine Webhooks haben; verwenden Sie eines, das den ganzen Arbeitsbereich sieht.',
    address_scope_missing:
      'Der Webhook kann {{type}} nicht erhalten: Dem Konto, das seine Adresse gesetzt hat, fehlt zum Lesen die Berechtigung {{scope}}.',
    limit: 'Ein Arbeitsbereich hat höchstens {{most}} Webhooks; löschen Sie zuerst einen.',
    paused: 'Der Webhook ist angehalten; setzen Sie ihn zuerst fort.',
    scope_missing:
      'Der Webhook kann {{type}} nicht erhalten: Dem Dienstkonto {{account}}, das ihn angelegt hat, fehlt zum Lesen die Berechtigung {{scope}}.',
    status_unchanged: 'Der Webhook hat diesen Status schon.',
  },
  workspace: {
    file_quota_exceeded:
      'Die Datei passt nicht mehr in den Arbeitsbereich: Er hätte {{total}} Dateien, sein Kontingent ist {{quota}}. Bitten Sie die Administration um ein größeres Kontingent.',
    quota_exceeded:
      'Die Datei passt nicht mehr in den Arbeitsbereich: Er hätte {{total}} Bytes, sein Kontingent ist {{quota}}. Bitten Sie die Administration um ein größeres Kontingent.',
    not_a_sample: 'Dieser Arbeitsbereich enthält keine Beispieldaten; er kann nicht geschlossen werden.',
    sample_name: 'Der Name eines Arbeitsbereichs mit Beispieldaten beginnt mit „Sample data: “.',
    sample_sends_nothing:
      'Dieser Arbeitsbereich enthält Beispieldaten und erreicht kein anderes System. Tun Sie das in einem echten Arbeitsbereich.',
  },
}
