export const heldPeople = {
  title: 'Accounts that someone else could use',
  text: 'For decisions, the person and those who could act as them count as one, until the person shows that a second factor is theirs alone.',
  custodians: 'People who could act as them',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  secondFactor: 'Second factor',
  none: 'none',
  notShown: 'set up, not yet confirmed as theirs',
  count_one: '{{count}} active person',
  count_other: '{{count}} active people',
  nobody: 'None.',
}
