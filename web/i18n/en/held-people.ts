export const heldPeople = {
  title: 'People without a factor of their own',
  text: 'Others could act as these people. Neither decides anything of the other’s until the person shows that a second factor is theirs.',
  custodians: 'Who could act as them',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  secondFactor: 'Second factor',
  none: 'none',
  notShown: 'set up, not yet shown to be theirs',
  count_one: '{{count}} active person',
  count_other: '{{count}} active people',
  nobody: 'Nobody else could act as an active person.',
}
