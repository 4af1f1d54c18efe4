/** Sentences about people, accounts and signing in. */
export const accessSentences = {
  access: {
    role_required: 'Das darf Ihre Rolle nicht.',
    whole_workspace_required:
      'Dafür brauchen Sie Zugang zum ganzen Arbeitsbereich; Ihrer ist auf Einheiten beschränkt.',
  },
  account: {
    disabled: 'Das Konto ist gesperrt.',
  },
  address: {
    nothing_to_confirm: 'Es gibt keine neue Adresse zu bestätigen.',
  },
  approval: {
    access_changed_since:
      'Jemand anderes hat nach dem Antrag Ihren Zugang geändert oder in der Woche davor Ihr Passwort oder Ihren zweiten Faktor. Jemand anderes aus der Administration muss bestätigen (Vier-Augen-Prinzip).',
    access_given_by_requester:
      'Die antragstellende Person hat Ihren Zugang am Tag vor dem Antrag eingerichtet oder geändert. Lassen Sie jemand anderes aus der Administration bestätigen, oder stellen Sie den Antrag später neu (Vier-Augen-Prinzip).',
    administrator_too_new:
      'Wer erst nach dem Antrag in die Administration kam, darf ihn nicht bestätigen (Vier-Augen-Prinzip).',
    administrators_only: 'Über Zugang entscheidet nur die Administration.',
    already_requested:
      'Für diese Änderung wartet schon ein Antrag auf eine zweite Person der Administration; bestätigen Sie ihn zuerst, oder ziehen Sie ihn zurück.',
    altered: 'Der gespeicherte Antrag wurde verändert; ziehen Sie ihn zurück und stellen Sie ihn neu.',
    expired: 'Der Antrag ist abgelaufen. Stellen Sie ihn neu.',
    linked_id_required: 'Um eine Verknüpfung zu entfernen, nennen Sie ihr anderes Ende als linkedId.',
    no_second_administrator:
      'Dafür braucht es eine zweite Person der Administration, aber keine andere könnte bestätigen.',
    not_open: 'Nur über einen offenen Antrag kann entschieden werden.',
    own: 'Jemand anderes muss das bestätigen: weder wer den Antrag gestellt hat noch wer für diese Person handeln könnte (Vier-Augen-Prinzip).',
    own_request:
      'Wer den Antrag gestellt hat oder für diese Person handeln könnte, darf ihn nicht bestätigen (Vier-Augen-Prinzip).',
    own_sign_in: 'Jemand anderes aus der Administration muss das bestätigen: Es betrifft Ihre eigene Anmeldung.',
    record_waits:
      'Für diesen Datensatz wartet ein Antrag auf eine zweite Person; bestätigen Sie ihn zuerst, oder ziehen Sie ihn zurück.',
    second_person_required:
      'Das braucht eine zweite Person: Stellen Sie einen Antrag, den jemand anderes bestätigt (Vier-Augen-Prinzip).',
    settings_changed:
      'Die Einstellungen wurden seit dem Antrag geändert; ziehen Sie ihn zurück und stellen Sie ihn neu.',
  },
  invitation: {
    not_pending: 'Nur eine offene Einladung kann widerrufen werden.',
    useless_link:
      'In diesen Arbeitsbereich kommt man nur mit der Einmalanmeldung, ein Link öffnet deshalb nichts: Fügen Sie die Personen hinzu, sie melden sich dann selbst an.',
  },
  link: {
    expired: 'Dieser Link ist abgelaufen. Bitten Sie die Administration um einen neuen.',
    revoked:
      'Dieser Link wurde widerrufen oder durch einen späteren ersetzt. Bitten Sie die Administration um einen neuen.',
    unknown: 'Dieser Link ist nicht bekannt. Öffnen Sie ihn ganz, oder bitten Sie die Administration um einen neuen.',
    used: 'Dieser Link wurde schon benutzt. Melden Sie sich an, oder bitten Sie die Administration um einen neuen.',
  },
  login: {
    address_taken: 'Diese E-Mail-Adresse ist vergeben.',
  },
  passkey: {
    already_added: 'Diesen Passkey haben Sie schon.',
    challenge: 'Der Passkey passt nicht zur Abfrage; beginnen Sie von vorn.',
    ip_address:
      'Für IP-Adressen legen Browser keine Passkeys an; diese Installation braucht einen Rechnernamen in PROBATA_URL.',
    limit: 'Sie haben schon {{most}} Passkeys; entfernen Sie zuerst einen.',
    not_https: 'Browser legen Passkeys nur über https an; diese Installation ist über http erreichbar.',
    password_required: 'Melden Sie sich zuerst mit Ihrem Passwort an: Passkeys gehören dazu.',
    wrong: 'Der Passkey gehört nicht zu Ihnen oder hat nicht geprüft, wer Sie sind.',
  },
  password: {
    none: 'Sie melden sich mit der Einmalanmeldung an und haben hier kein Passwort.',
    wrong: 'Das bisherige Passwort ist falsch.',
  },
  person: {
    address_taken: 'Diese E-Mail-Adresse ist in diesem Arbeitsbereich vergeben.',
    break_glass: 'Diese Person hat einen Notfallzugang und muss sich anmelden können: Benennen Sie zuerst eine andere.',
    deactivated_by_provider: 'Der Identitätsanbieter hat diese Person deaktiviert; aktivieren Sie sie dort.',
    disabled: 'Die Person ist gesperrt; geben Sie sie zuerst frei.',
    groups_give_no_access: 'Keine der bekannten Gruppen dieser Person gibt Zugang; sie muss sich erst anmelden.',
    last_administrator: '{{name}} ist die letzte Person der Administration; machen Sie zuerst eine andere dazu.',
    managed_by_groups:
      'Rolle und Einheiten von {{name}} folgen aus Gruppen: Ändern Sie die Gruppen oder ihre Regeln, oder verwalten Sie die Person von Hand.',
    no_group: '{{name}} hat keinen Zugang, weil keine der Gruppen einen gibt.',
  },
  provider: {
    client_secret: 'Der Arbeitsbereich weist sich beim Anbieter mit einem Geheimnis aus, nicht mit einem Schlüssel.',
    key_published: 'Ein neuer Schlüssel ist schon veröffentlicht; er signiert noch nicht.',
    unusable: 'Der Identitätsanbieter kann nicht benutzt werden („{{why}}“).',
  },
  provisioning_token: {
    limit: 'Ein Arbeitsbereich hat höchstens {{maxTokens}} Token für die Bereitstellung; widerrufen Sie zuerst eines.',
    revoked: 'Das Token ist widerrufen; legen Sie ein neues an.',
  },
  scim: {
    address_taken: 'Eine andere Person hat diese E-Mail-Adresse.',
    break_glass: '{{name}} hat einen Notfallzugang.',
    group_external_id_taken: 'Eine andere Gruppe hat diese externalId.',
    group_name_taken: 'Eine andere Gruppe hat diesen displayName.',
    invalid: 'Die Anfrage nach SCIM ist nicht gültig.',
    last_administrator: '{{name}} ist die letzte Person der Administration.',
    several_deleted_users: 'userName, externalId und E-Mail-Adresse gehören zu verschiedenen gelöschten Personen.',
    too_many_requests: 'Zu viele Anfragen warten; versuchen Sie es später.',
    user_exists: 'Eine Person mit diesem userName, dieser externalId oder dieser E-Mail-Adresse gibt es schon.',
    user_external_id_taken: 'Eine andere Person hat diese externalId.',
    user_name_taken: 'Eine andere Person hat diesen userName.',
  },
  second_factor: {
    code_required: 'Es wird ein Code Ihrer Authenticator-App gebraucht.',
    already_set_up: 'Sie haben schon einen zweiten Faktor; entfernen Sie ihn zuerst.',
    confirmed_by_custodian:
      'Das muss jemand aus der Administration bestätigen, der nicht für die Person handeln könnte (Vier-Augen-Prinzip).',
    link_outdated:
      'Der Link ist zu alt oder gehört zu einem früheren zweiten Faktor. Schalten Sie Ihren zweiten Faktor aus und wieder ein, um einen neuen zu bekommen.',
    none: 'Es gibt keinen zweiten Faktor.',
    nothing_to_confirm: 'Es gibt keinen zweiten Faktor zu bestätigen.',
    own: 'Schalten Sie Ihren eigenen zweiten Faktor in Ihrem Konto aus, mit einem Code.',
    paused: 'Zu viele falsche Codes; warten Sie {{seconds}} Sekunden, oder benutzen Sie einen Wiederherstellungscode.',
    required: 'Richten Sie zuerst einen zweiten Faktor ein: Dieser Arbeitsbereich verlangt einen.',
    several:
      'Die Person hat mehrere zweite Faktoren, und jemand, der für sie handeln könnte, hat vielleicht einen davon hinzugefügt. Sie muss alle bis auf einen entfernen oder den Link in ihrer Mail benutzen.',
    wrong_code: 'Der Code ist falsch oder wurde schon benutzt.',
  },
  service_account: {
    client_id_taken: 'Diese Client-ID ist vergeben.',
    has_webhooks:
      'Ein Dienstkonto, das auf Einheiten beschränkt ist, hat keine Webhooks; löschen Sie zuerst seine Webhooks.',
    status_unchanged: 'Das Dienstkonto ist schon in diesem Status.',
  },
  session: {
    already_there: 'Sie sind schon in diesem Arbeitsbereich.',
    changed: 'Diese Seite gehört zu einer anderen Sitzung: In diesem Browser wurde seitdem anders angemeldet.',
    confirm_by_single_sign_on:
      'In diesen Arbeitsbereich kommt man nur mit der Einmalanmeldung. Weisen Sie sich bei Ihrem Identitätsanbieter aus.',
    factor_required:
      'Es wird ein Code Ihrer Authenticator-App, ein Wiederherstellungscode oder allein ein Passkey gebraucht.',
    password_required: 'Geben Sie dafür Ihr Passwort noch einmal ein.',
    required: 'Melden Sie sich zuerst an.',
    sign_on_required: 'Melden Sie sich dafür noch einmal bei Ihrem Identitätsanbieter an.',
  },
  setup: {
    link_expired: 'Der Einrichtungslink ist abgelaufen; starten Sie Probata neu, um einen neuen zu bekommen.',
    link_replaced: 'Das ist nicht der letzte Einrichtungslink; starten Sie Probata neu, um einen neuen zu bekommen.',
    link_used:
      'Der Einrichtungslink wurde schon benutzt. Melden Sie sich an, oder bitten Sie die Administration um eine Einladung.',
  },
  sign_in: {
    break_glass_required: 'Benennen Sie zuerst mindestens eine Person mit Notfallzugang.',
    domain_checked_recently: 'Der Eintrag wurde eben erst geprüft; warten Sie zehn Sekunden.',
    failed:
      'Sie wurden nicht angemeldet: Beginnen Sie von vorn, oder fragen Sie die Administration des Arbeitsbereichs.',
    forced: 'In diesen Arbeitsbereich kommt man nur mit der Einmalanmeldung; lassen Sie zuerst andere Wege zu.',
    groups_not_sent:
      'Sie wurden nicht angemeldet: Der Identitätsanbieter hat Ihre Gruppen nicht mitgeschickt. Fragen Sie die Administration; im Protokoll steht, wie sich das beheben lässt.',
    logout_token: 'Dieses Logout-Token gilt hier nicht.',
    no_group: 'Sie wurden nicht angemeldet: Keine Ihrer Gruppen hat Zugang zu diesem Arbeitsbereich.',
    no_provider: 'Es gibt keinen Identitätsanbieter; richten Sie zuerst einen ein.',
    no_single_sign_on: 'Dieser Arbeitsbereich hat keine Einmalanmeldung.',
    no_single_sign_on_for_address:
      'Für diese Adresse gibt es keine Einmalanmeldung; melden Sie sich mit einem Passwort an.',
    not_proven:
      'Niemand aus der Administration ist mit der Einmalanmeldung angemeldet: Melden Sie sich zuerst beim Identitätsanbieter an, um zu beweisen, dass sie funktioniert.',
    passkey_opens_nothing:
      'Dieser Passkey öffnet hier nichts. Versuchen Sie es noch einmal, oder benutzen Sie Ihr Passwort.',
    passkey_required: 'Es wird einer Ihrer Passkeys oder ein Wiederherstellungscode gebraucht.',
    single_sign_on_only: 'In diesen Arbeitsbereich kommt man nur mit der Einmalanmeldung.',
    too_many_attempts:
      'Zu viele Anmeldeversuche. Warten Sie eine Minute, melden Sie sich dort an, wo Sie es zuvor taten, oder lassen Sie sich ein neues Passwort mailen.',
    too_many_key_requests: 'Zu viele Anfragen nach Schlüsseln; warten Sie eine Minute.',
    too_often: 'Sie haben sich zu oft angemeldet; warten Sie eine Minute.',
    wrong_code: 'Der Code ist falsch.',
    wrong_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    wrong_passkey: 'Der Passkey ist falsch.',
  },
  sign_on: {
    link_used: 'Der Link wurde schon benutzt.',
    mailed:
      'Ihr Konto ist mit dieser Anmeldung noch nicht verbunden. Sie haben eine Mail mit einem Link bekommen: Öffnen Sie ihn, um beides zu verbinden.',
    no_password:
      'Ihr Konto hat kein Passwort: Das ist Ihr einziger Weg hinein. Lassen Sie sich zuerst ein Passwort geben.',
    none: 'Dieses Konto ist mit keiner Anmeldung beim Anbieter verbunden.',
    not_connected:
      'Ihr Konto ist mit dieser Anmeldung noch nicht verbunden. Melden Sie sich mit Ihrem Passwort an, und verbinden Sie beides auf der Seite Ihres Kontos.',
    only_way_in: 'In diesen Arbeitsbereich kommt man nur mit der Einmalanmeldung: Das ist Ihr einziger Weg hinein.',
    other_connection:
      'Ihr Konto ist schon mit einer anderen Anmeldung bei diesem Identitätsanbieter verbunden. Benutzen Sie diese, oder bitten Sie die Administration, die Verbindung zu entfernen.',
    own: 'Entfernen Sie Ihre eigene Verbindung auf der Seite Ihres Kontos.',
  },
  token: {
    credentials_required: 'Es werden die Zugangsdaten des Clients gebraucht.',
    grant_type: 'Es gibt nur den Grant client_credentials.',
    invalid: 'Das Token ist ungültig oder abgelaufen.',
    no_basic_credentials: 'Die Kopfzeile Authorization enthält keine Client-ID mit Geheimnis.',
    other_workspace: 'Das Token gehört zu einem anderen Arbeitsbereich als diese Adresse.',
    required: 'Es wird ein Bearer-Token gebraucht.',
    scope_not_held: 'Der Client hat nicht jeden Scope, den er verlangt.',
    scope_required: 'Das Token braucht den Scope {{scope}}.',
    too_many_requests: 'Zu viele Anfragen nach Token; benutzen Sie das, das Sie haben.',
    too_many_wrong_credentials: 'Zu viele falsche Zugangsdaten; warten Sie einen Augenblick.',
    two_authentications: 'Der Client weist sich auf zwei Arten zugleich aus.',
    unknown_client: 'Der Client ist unbekannt oder gesperrt, oder sein Geheimnis ist falsch.',
  },
  unit: {
    key_taken: 'Eine Einheit mit diesem unitKey gibt es im Arbeitsbereich schon.',
    not_active: 'Eine solche aktive Einheit gibt es nicht.',
  },
}
