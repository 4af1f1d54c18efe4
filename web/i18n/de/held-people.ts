export const heldPeople = {
  title: 'Personen ohne eigenen zweiten Faktor',
  text: 'Andere könnten als diese Personen handeln. Keine Seite kann über die Arbeit der anderen entscheiden, bis die Person zeigt, dass ein zweiter Faktor ihrer ist.',
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
