export const heldPeople = {
  title: 'Konten, die auch andere nutzen könnten',
  text: 'Bei Entscheidungen zählen die Person und alle, die als sie handeln könnten, als eine Person, bis bestätigt ist, dass ein zweiter Faktor allein ihr gehört.',
  custodians: 'Könnten als diese Person handeln',
  more_one: 'und {{count}} weitere',
  more_other: 'und {{count}} weitere',
  secondFactor: 'Zweiter Faktor',
  none: 'keiner',
  notShown: 'eingerichtet, noch nicht als eigener bestätigt',
  count_one: '{{count}} aktive Person',
  count_other: '{{count}} aktive Personen',
  nobody: 'Keine.',
}
