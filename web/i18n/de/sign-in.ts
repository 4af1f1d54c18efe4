export const signIn = {
  title: 'Anmeldung',
  text: 'Die Einmalanmeldung kann der einzige Zugang sein. Dienstkonten sind davon nicht betroffen.',
  change: 'Anmeldung ändern',
  save: 'Speichern',
  how: 'Personen melden sich an',
  ways: { any: 'mit Passwort, Link oder Einmalanmeldung', single_sign_on: 'nur mit der Einmalanmeldung' },
  forcedText:
    'Sitzungen ohne Einmalanmeldung enden sofort, außer denen der Notfallzugänge. Melden Sie sich zuerst selbst beim Anbieter an, um zu prüfen, dass die Einmalanmeldung funktioniert.',
  anyText: 'Die Anmeldung mit Passwort und Link ist wieder möglich.',
  breakGlass: 'Notfallzugänge der Administration',
  breakGlassHint:
    'Höchstens zwei, mit Passwort und zweitem Faktor. Jede Anmeldung wird allen Personen der Administration gemeldet.',
  updatedAt: 'Geändert',
}
