export const heldPeople = {
  title: 'Personen ohne eigenen zweiten Faktor',
  text: 'Andere könnten als diese Personen handeln. Bis die Person zeigt, dass ihr zweiter Faktor ihr gehört, kann keine von beiden über die Arbeit der anderen entscheiden.',
  custodians: 'Wer als sie handeln könnte',
  more_one: 'und {{count}} weitere',
  more_other: 'und {{count}} weitere',
  secondFactor: 'Zweiter Faktor',
  none: 'keiner',
  notShown: 'eingerichtet, noch nicht als eigener bestätigt',
  count_one: '{{count}} aktive Person',
  count_other: '{{count}} aktive Personen',
  nobody: 'Niemand sonst könnte als eine aktive Person handeln.',
}
