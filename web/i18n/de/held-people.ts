export const heldPeople = {
  title: 'Konten, die auch andere nutzen könnten',
  text: 'Bei Entscheidungen zählen die Person und alle, die als sie handeln könnten, als eine: bis die Person zeigt, dass ein zweiter Faktor ihr allein gehört.',
  custodians: 'Wer als sie handeln könnte',
  more_one: 'und {{count}} weitere',
  more_other: 'und {{count}} weitere',
  secondFactor: 'Zweiter Faktor',
  none: 'keiner',
  notShown: 'eingerichtet, noch nicht als eigener bestätigt',
  count_one: '{{count}} aktive Person',
  count_other: '{{count}} aktive Personen',
  nobody: 'Kein aktives Konto.',
}
