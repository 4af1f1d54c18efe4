export const heldPeople = {
  title: 'People without their own second factor',
  text: 'Others could act as these people. Neither can decide on the other’s work until the person shows that a second factor is theirs.',
  custodians: 'People who could act as them',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  secondFactor: 'Second factor',
  none: 'none',
  notShown: 'set up, not yet confirmed as theirs',
  count_one: '{{count}} active person',
  count_other: '{{count}} active people',
  nobody: 'No one else could act as an active person.',
}
