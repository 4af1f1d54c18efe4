export const signIn = {
  title: 'Anmeldung',
  text: 'Die Einmalanmeldung kann der einzige Zugang sein. Dienstkonten von Maschinen sind davon nicht betroffen.',
  change: 'Anmeldung ändern',
  save: 'Speichern',
  how: 'Personen melden sich an',
  ways: { any: 'mit Passwort, Link oder Einmalanmeldung', single_sign_on: 'nur mit der Einmalanmeldung' },
  forcedText:
    'Sitzungen, die nicht die Einmalanmeldung eröffnet hat, enden sofort, außer denen der Notfallzugänge. Melden Sie sich zuerst beim Anbieter an, um zu zeigen, dass er funktioniert.',
  anyText: 'Die Anmeldung mit Passwort und Link ist wieder möglich.',
  breakGlass: 'Notfallzugänge der Administration',
  breakGlassHint:
    'Höchstens zwei, mit Passwort und zweitem Faktor. Jede Anmeldung wird der ganzen Administration gemeldet.',
  updatedAt: 'Geändert',
}
