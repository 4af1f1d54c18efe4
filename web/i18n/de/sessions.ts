export const sessions = {
  title: 'Sitzungen',
  device: 'Browser',
  address: 'Adresse',
  with: 'Angemeldet mit',
  how: {
    password: 'Passwort',
    single_sign_on: 'Einmalanmeldung',
    setup: 'Einrichtungslink',
    invitation: 'Einladung',
    passkey: 'Passkey',
  },
  used: 'Zuletzt benutzt',
  since: 'Seit',
  empty: 'Nirgends angemeldet',
}
