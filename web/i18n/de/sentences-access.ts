/** Sentences about people, accounts and signing in. */
export const accessSentences = {
  access: {
    role_required: 'Ihre Rolle erlaubt das nicht; wenden Sie sich an die Administration.',
    whole_workspace_required:
      'Dafür brauchen Sie Zugang zum ganzen Arbeitsbereich; Ihr Zugang ist auf einzelne Einheiten beschränkt.',
  },
  account: {
    disabled: 'Das Konto ist gesperrt; bitten Sie die Administration, es zu entsperren.',
  },
  address: {
    nothing_to_confirm: 'Es liegt keine neue Adresse zur Bestätigung vor; geben Sie die neue Adresse noch einmal ein.',
  },
  approval: {
    access_changed_since:
      'Jemand anderes hat nach dem Antrag Ihren Zugang geändert oder in der Woche davor Ihr Passwort oder Ihren zweiten Faktor. Jemand anderes aus der Administration muss den Antrag bestätigen (Vier-Augen-Prinzip).',
    access_given_by_requester:
      'Die beantragende Person hat Ihren Zugang in den 24 Stunden vor dem Antrag eingerichtet oder geändert. Bitten Sie jemand anderen aus der Administration um die Bestätigung, oder lassen Sie den Antrag später neu stellen (Vier-Augen-Prinzip).',
    administrator_too_new:
      'Wer erst nach dem Antrag in die Administration aufgenommen wurde, darf ihn nicht bestätigen. Bitten Sie jemanden, der schon vorher dazugehörte (Vier-Augen-Prinzip).',
    administrators_only: 'Über Zugänge entscheidet nur die Administration; bitten Sie sie darum.',
    already_requested:
      'Für diese Änderung wartet schon ein Antrag auf eine zweite Person der Administration; er muss zuerst bestätigt oder zurückgezogen werden.',
    altered: 'Der gespeicherte Antrag wurde verändert; ziehen Sie ihn zurück und stellen Sie ihn neu.',
    expired: 'Der Antrag ist abgelaufen. Stellen Sie ihn neu.',
    linked_id_required: 'Um eine Verknüpfung zu entfernen, geben Sie den verknüpften Datensatz als linkedId an.',
    no_second_administrator:
      'Dafür braucht es eine zweite Person der Administration, aber niemand sonst könnte bestätigen. Nehmen Sie eine weitere Person in die Administration auf, oder wenden Sie sich an den Betreiber dieser Installation.',
    not_open: 'Nur über einen offenen Antrag kann entschieden werden.',
    own: 'Jemand anderes muss das bestätigen: Wer es beantragt hat oder als die beantragende Person handeln könnte, darf es nicht (Vier-Augen-Prinzip).',
    own_request:
      'Jemand anderes aus der Administration muss den Antrag bestätigen: Weder die beantragende Person darf es noch ein Konto, als das sie handeln könnte (Vier-Augen-Prinzip).',
    own_sign_in: 'Jemand anderes aus der Administration muss das bestätigen: Es betrifft Ihre eigene Anmeldung.',
    record_waits:
      'Für diesen Datensatz wartet schon ein Antrag auf eine zweite Person; er muss zuerst bestätigt oder zurückgezogen werden.',
    second_person_required:
      'Dafür braucht es eine zweite Person: Stellen Sie einen Antrag, den jemand anderes bestätigt (Vier-Augen-Prinzip).',
    settings_changed:
      'Die Einstellungen wurden seit dem Antrag geändert; ziehen Sie ihn zurück und stellen Sie ihn neu.',
  },
  deputy: {
    disabled: '{{name}} kann sich nicht mehr anmelden; wählen Sie eine andere Person.',
    limit: '{{name}} vertritt schon {{maxPrincipals}} Personen; wählen Sie eine andere Person.',
    self: 'Niemand kann sich selbst vertreten; wählen Sie eine andere Person.',
  },
  invitation: {
    not_pending: 'Nur eine offene Einladung kann widerrufen werden.',
    useless_link:
      'Die Einmalanmeldung ist der einzige Zugang zu diesem Arbeitsbereich; Einladungslinks öffnen ihn nicht. Fügen Sie die Personen hinzu; sie melden sich dann selbst an.',
  },
  link: {
    expired: 'Dieser Link ist abgelaufen. Bitten Sie die Administration um einen neuen.',
    revoked:
      'Dieser Link wurde widerrufen oder durch einen späteren ersetzt. Bitten Sie die Administration um einen neuen.',
    unknown:
      'Dieser Link ist nicht bekannt. Öffnen Sie den vollständigen Link, oder bitten Sie die Administration um einen neuen.',
    used: 'Dieser Link wurde schon benutzt. Melden Sie sich an, oder bitten Sie die Administration um einen neuen.',
  },
  login: {
    address_taken: 'Diese E-Mail-Adresse ist vergeben; verwenden Sie eine andere.',
  },
  passkey: {
    already_added: 'Diesen Passkey haben Sie schon.',
    challenge: 'Der Passkey passt nicht zu dieser Abfrage; beginnen Sie von vorn.',
    ip_address:
      'Browser erstellen keine Passkeys für IP-Adressen. Bitten Sie den Betreiber, in PROBATA_URL einen Hostnamen anzugeben.',
    limit: 'Sie haben schon {{most}} Passkeys; entfernen Sie zuerst einen.',
    not_https:
      'Browser erstellen Passkeys nur über https, diese Installation verwendet aber http. Bitten Sie den Betreiber, https einzurichten.',
    password_required: 'Passkeys gehören zu einem Konto mit Passwort; melden Sie sich zuerst mit Ihrem Passwort an.',
    wrong: 'Dieser Passkey gehört nicht zu Ihrem Konto oder hat Ihre Identität nicht geprüft.',
  },
  password: {
    none: 'Sie melden sich mit der Einmalanmeldung an und haben hier kein Passwort.',
    wrong: 'Das bisherige Passwort ist falsch; geben Sie es noch einmal ein.',
  },
  person: {
    address_taken: 'Diese E-Mail-Adresse ist in diesem Arbeitsbereich vergeben; verwenden Sie eine andere.',
    break_glass:
      'Diese Person hat einen Notfallzugang und muss sich anmelden können: Benennen Sie dafür zuerst eine andere Person.',
    deactivated_by_provider: 'Der Identitätsanbieter hat diese Person deaktiviert; aktivieren Sie sie dort.',
    disabled: 'Die Person ist gesperrt; entsperren Sie sie zuerst.',
    groups_give_no_access:
      'Keine der bekannten Gruppen dieser Person gibt Zugang. Sie muss sich zuerst mit der Einmalanmeldung anmelden, damit ihre Gruppen aktualisiert werden.',
    last_administrator:
      '{{name}} ist die letzte Person der Administration; geben Sie zuerst einer anderen diese Rolle.',
    managed_by_groups:
      'Gruppen beim Identitätsanbieter bestimmen Rolle und Einheiten von {{name}}: Ändern Sie die Gruppen oder ihre Regeln, oder verwalten Sie die Person von Hand.',
    no_group:
      'Keine der Gruppen von {{name}} gibt Zugang: Ändern Sie die Gruppen oder ihre Regeln, oder verwalten Sie die Person von Hand.',
  },
  provider: {
    answer_too_large: 'Die Antwort des Identitätsanbieters ist zu groß; prüfen Sie den Aussteller.',
    client_secret:
      'Der Arbeitsbereich weist sich beim Anbieter mit einem Client-Geheimnis aus; es gibt keinen Schlüssel zu ersetzen.',
    endpoints_missing:
      'Der Identitätsanbieter muss seinen Autorisierungsendpunkt, seinen Token-Endpunkt und seine Schlüssel nennen; prüfen Sie den Aussteller.',
    forbidden_address:
      'Der Identitätsanbieter hat eine Adresse, die diese Installation nicht erlaubt; der Betreiber kann sie erlauben (PROBATA_OIDC_ALLOW).',
    issuer_query: 'Ein Aussteller ist eine Adresse ohne Abfrageteil (?); entfernen Sie ihn.',
    issuer_well_known: 'Ein Aussteller ist der Teil vor /.well-known/; entfernen Sie den Rest.',
    key_not_accepted:
      'Der Identitätsanbieter akzeptiert private_key_jwt mit RS256 oder PS256 nicht; erlauben Sie es dort, oder verwenden Sie ein Client-Geheimnis.',
    key_published:
      'Ein neuer Schlüssel ist schon veröffentlicht, signiert aber noch nicht; warten Sie nach der Veröffentlichung eine Stunde.',
    name_without_address: 'Der Hostname des Identitätsanbieters hat keine Adresse; prüfen Sie den Aussteller.',
    no_algorithm:
      'Der Identitätsanbieter signiert mit keinem der Algorithmen RS, PS, ES und Ed25519; erlauben Sie dort einen davon.',
    no_metadata:
      'Der Identitätsanbieter hat /.well-known/openid-configuration nicht mit 200 beantwortet; prüfen Sie den Aussteller.',
    not_json: 'Die Antwort des Identitätsanbieters ist kein JSON; prüfen Sie den Aussteller.',
    not_metadata:
      'Die Antwort des Identitätsanbieters enthält keine Metadaten eines Ausstellers; prüfen Sie den Aussteller.',
    nothing_listens: 'An der Adresse des Identitätsanbieters antwortet kein Dienst; prüfen Sie den Aussteller.',
    other_issuer:
      'Der Identitätsanbieter nennt einen anderen Aussteller; übernehmen Sie den Aussteller genau so, wie er ihn schreibt.',
    proxy_no_route:
      'Der Proxy dieser Installation erreicht den Identitätsanbieter nicht; bitten Sie den Betreiber, ihn zu prüfen (HTTPS_PROXY).',
    proxy_refused:
      'Der Proxy dieser Installation lässt den Identitätsanbieter nicht zu; bitten Sie den Betreiber, ihn zu erlauben (HTTPS_PROXY).',
    proxy_unreachable:
      'Der Proxy dieser Installation antwortet nicht; bitten Sie den Betreiber, ihn zu prüfen (HTTPS_PROXY).',
    secret_not_accepted:
      'Der Identitätsanbieter akzeptiert ein Client-Geheimnis weder mit client_secret_basic noch mit client_secret_post; erlauben Sie dort eines davon.',
    slow: 'Der Identitätsanbieter hat nicht innerhalb von {{limitSeconds}} Sekunden geantwortet; versuchen Sie es noch einmal.',
    unreachable:
      'Der Identitätsanbieter ist nicht erreichbar; prüfen Sie den Aussteller, und versuchen Sie es noch einmal.',
    untrusted_certificate:
      'Diese Installation vertraut der Zertifizierungsstelle des Identitätsanbieters nicht; der Betreiber kann sie eintragen (PROBATA_CA_FILE).',
    unusable: 'Der Identitätsanbieter kann nicht verwendet werden: Seine Adresse ist nicht zulässig ({{name}}).',
  },
  provisioning_token: {
    limit:
      'Ein Arbeitsbereich hat höchstens {{maxTokens}} Token der Benutzerbereitstellung; widerrufen Sie zuerst eines.',
    revoked: 'Das Token ist widerrufen; erzeugen Sie ein neues.',
  },
  scim: {
    address_taken: 'Eine andere Person hat diese E-Mail-Adresse.',
    address_unconfirmed: 'Die neue E-Mail-Adresse gilt, sobald die Person sie bestätigt.',
    administrator_kept:
      '{{name}} ist die letzte Person der Administration, behält diese Rolle und wird von Hand verwaltet.',
    break_glass: '{{name}} hat einen Notfallzugang zum Arbeitsbereich; benennen Sie dort zuerst eine andere Person.',
    disabled_by_administrator:
      'Die Administration des Arbeitsbereichs hat diese Person gesperrt; nur sie kann die Person entsperren.',
    group_external_id_taken: 'Eine andere Gruppe hat diese externalId.',
    group_name_taken: 'Eine andere Gruppe hat diesen displayName.',
    invalid: 'Die SCIM-Anfrage ist nicht gültig („{{problem}}“).',
    last_administrator:
      '{{name}} ist die letzte Person der Administration; geben Sie zuerst einer anderen diese Rolle.',
    several_deleted_users:
      'userName, externalId und E-Mail-Adresse gehören zu verschiedenen gelöschten Personen; senden Sie die Angaben einer einzigen.',
    too_many_requests: 'Zu viele Anfragen warten; versuchen Sie es später erneut.',
    user_exists:
      'Eine Person mit diesem userName, dieser externalId oder dieser E-Mail-Adresse gibt es schon; suchen Sie sie mit einem Filter.',
    user_external_id_taken: 'Eine andere Person hat diese externalId.',
    user_name_taken: 'Eine andere Person hat diesen userName.',
  },
  second_factor: {
    code_required: 'Geben Sie einen Code Ihrer Authenticator-App ein.',
    already_set_up: 'Sie haben schon einen zweiten Faktor; entfernen Sie ihn zuerst.',
    confirmed_by_custodian:
      'Das muss jemand anderes aus der Administration bestätigen, und zwar jemand, der nicht als diese Person handeln könnte (Vier-Augen-Prinzip).',
    link_outdated:
      'Der Link ist zu alt oder gehört zu einem früheren zweiten Faktor. Schalten Sie Ihren zweiten Faktor aus und wieder ein, um einen neuen zu bekommen.',
    none: 'Es gibt keinen zweiten Faktor.',
    nothing_to_confirm: 'Es liegt kein zweiter Faktor zur Bestätigung vor; richten Sie zuerst einen ein.',
    own: 'Schalten Sie Ihren eigenen zweiten Faktor auf der Seite Ihres Kontos mit einem Code aus.',
    paused: 'Zu viele falsche Codes; warten Sie {{seconds}} Sekunden, oder verwenden Sie einen Wiederherstellungscode.',
    required: 'Richten Sie zuerst einen zweiten Faktor ein: Dieser Arbeitsbereich verlangt einen.',
    several:
      'Die Person hat mehrere zweite Faktoren, und jemand aus der Administration, der als sie handeln könnte, hat vielleicht einen davon hinzugefügt. Sie muss zuerst alle bis auf einen entfernen oder den Link aus ihrer E-Mail verwenden.',
    wrong_code: 'Der Code ist falsch oder wurde schon benutzt.',
  },
  service_account: {
    client_id_taken: 'Diese Client-ID ist vergeben; wählen Sie eine andere.',
    has_webhooks:
      'Ein Dienstkonto, das auf Einheiten beschränkt ist, hat keine Webhooks; löschen Sie zuerst seine Webhooks.',
    status_unchanged: 'Das Dienstkonto hat diesen Status schon.',
  },
  session: {
    already_there: 'Sie sind schon in diesem Arbeitsbereich.',
    changed:
      'In diesem Browser haben Sie sich inzwischen woanders angemeldet; diese Seite gehört noch zu einer früheren Sitzung. Laden Sie sie neu.',
    confirm_by_single_sign_on:
      'Die Einmalanmeldung ist der einzige Zugang zu diesem Arbeitsbereich. Weisen Sie sich bei Ihrem Identitätsanbieter aus.',
    factor_required:
      'Geben Sie auch einen Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein, oder verwenden Sie nur einen Passkey.',
    password_required: 'Geben Sie dafür Ihr Passwort noch einmal ein.',
    required: 'Melden Sie sich zuerst an.',
    sign_on_required: 'Melden Sie sich dafür noch einmal bei Ihrem Identitätsanbieter an.',
  },
  setup: {
    link_expired: 'Der Einrichtungslink ist abgelaufen; starten Sie Probata neu, um einen neuen zu bekommen.',
    link_replaced: 'Das ist nicht der neueste Einrichtungslink; starten Sie Probata neu, um einen neuen zu bekommen.',
    link_used:
      'Der Einrichtungslink wurde schon benutzt. Melden Sie sich an, oder bitten Sie die Administration um eine Einladung.',
  },
  sign_in: {
    break_glass_required: 'Benennen Sie zuerst mindestens eine Person mit Notfallzugang.',
    domain_checked_recently: 'Der Eintrag wurde eben erst geprüft; versuchen Sie es in zehn Sekunden noch einmal.',
    failed:
      'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut, oder wenden Sie sich an die Administration des Arbeitsbereichs.',
    forced:
      'Die Einmalanmeldung ist der einzige Zugang zu diesem Arbeitsbereich; erlauben Sie zuerst andere Arten der Anmeldung.',
    groups_not_sent:
      'Die Anmeldung ist fehlgeschlagen: Der Identitätsanbieter hat Ihre Gruppen nicht mitgeschickt. Wenden Sie sich an die Administration; im Protokoll steht, wie sich das beheben lässt.',
    logout_token: 'Dieses Logout-Token gilt hier nicht; im Protokoll des Arbeitsbereichs steht der Grund.',
    no_group:
      'Die Anmeldung ist fehlgeschlagen: Keine Ihrer Gruppen gibt Zugang zu diesem Arbeitsbereich. Bitten Sie die Administration um Zugang.',
    no_provider: 'Es gibt keinen Identitätsanbieter; richten Sie zuerst einen ein.',
    no_single_sign_on: 'Dieser Arbeitsbereich hat keine Einmalanmeldung; melden Sie sich mit einem Passwort an.',
    no_single_sign_on_for_address:
      'Für diese Adresse gibt es keine Einmalanmeldung; melden Sie sich mit einem Passwort an.',
    not_proven:
      'Niemand aus der Administration ist mit der Einmalanmeldung angemeldet: Melden Sie sich zuerst beim Identitätsanbieter an, um zu zeigen, dass sie funktioniert.',
    passkey_opens_nothing:
      'Mit diesem Passkey ist hier keine Anmeldung möglich; verwenden Sie einen anderen oder Ihr Passwort.',
    passkey_required: 'Verwenden Sie einen Ihrer Passkeys oder einen Wiederherstellungscode.',
    single_sign_on_only:
      'Die Einmalanmeldung ist der einzige Zugang zu diesem Arbeitsbereich; melden Sie sich bei Ihrem Identitätsanbieter an.',
    too_many_attempts:
      'Zu viele Anmeldeversuche. Warten Sie eine Minute, melden Sie sich dort an, wo Sie sich schon früher angemeldet haben, oder fordern Sie per E-Mail ein neues Passwort an.',
    too_many_key_requests: 'Zu viele Abfragen der Schlüssel; warten Sie eine Minute.',
    too_often: 'Sie haben sich zu oft angemeldet; warten Sie eine Minute.',
    wrong_code: 'Der Code ist falsch.',
    wrong_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    wrong_passkey: 'Der Passkey ist falsch.',
  },
  sign_on: {
    link_used: 'Der Link wurde schon benutzt; melden Sie sich bei Ihrem Identitätsanbieter an.',
    mailed:
      'Ihr Konto ist mit dieser Anmeldung noch nicht verbunden. Sie erhalten eine E-Mail mit einem Link: Öffnen Sie ihn, um beides zu verbinden.',
    no_password:
      'Ihr Konto hat kein Passwort: Sie brauchen diese Verbindung, um sich anzumelden. Bitten Sie zuerst die Administration um einen Link, mit dem Sie ein Passwort festlegen.',
    none: 'Dieses Konto ist mit keiner Anmeldung beim Anbieter verbunden.',
    not_connected:
      'Ihr Konto ist mit dieser Anmeldung noch nicht verbunden. Melden Sie sich mit Ihrem Passwort an, und verbinden Sie beides auf der Seite Ihres Kontos.',
    only_way_in:
      'Die Einmalanmeldung ist der einzige Zugang zu diesem Arbeitsbereich: Sie brauchen diese Verbindung, um sich anzumelden. Die Administration kann zuerst andere Arten der Anmeldung erlauben.',
    other_connection:
      'Ihr Konto ist schon mit einer anderen Anmeldung bei diesem Identitätsanbieter verbunden. Melden Sie sich mit dieser an, oder bitten Sie die Administration des Arbeitsbereichs, die Verbindung zu entfernen.',
    own: 'Entfernen Sie Ihre eigene Verbindung auf der Seite Ihres Kontos.',
  },
  token: {
    credentials_required: 'Die Zugangsdaten des Clients sind erforderlich.',
    grant_type: 'Nur der Grant client_credentials wird unterstützt.',
    invalid: 'Das Token ist ungültig oder abgelaufen.',
    no_basic_credentials: 'Die Kopfzeile Authorization muss eine Client-ID und ein Geheimnis enthalten.',
    other_workspace: 'Das Token gehört zu einem anderen Arbeitsbereich als diese Adresse.',
    required: 'Ein Bearer-Token ist erforderlich.',
    scope_not_held: 'Der Client hat nicht alle Berechtigungen, die er anfordert.',
    scope_required: 'Das Token braucht die Berechtigung {{scope}}.',
    too_many_requests: 'Zu viele Token-Anfragen; verwenden Sie das Token, das Sie haben.',
    too_many_wrong_credentials: 'Zu viele falsche Zugangsdaten; warten Sie einen Augenblick.',
    two_authentications: 'Der Client weist sich auf zwei Arten zugleich aus; verwenden Sie nur eine.',
    unknown_client: 'Der Client ist unbekannt oder gesperrt, oder sein Geheimnis ist falsch.',
  },
  unit: {
    key_taken: 'Eine Einheit mit diesem Schlüssel gibt es im Arbeitsbereich schon; wählen Sie einen anderen.',
    not_active: 'Diese Einheit gibt es nicht, oder sie ist geschlossen; wählen Sie eine aktive.',
  },
}
