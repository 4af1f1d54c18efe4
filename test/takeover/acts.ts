/** The actions of a walk. Actions that lead to a decision are listed several times, so that they are chosen more often. */
export const acts = Object.freeze([
  // Ways to enter more accounts, whether they are a human's own or not.
  ...(['invite', 'inviteByMail', 'create', 'scimCreate', 'signOnAsNew'] as const),
  ...(['reset', 'reset', 'resetByMail', 'forgot', 'signIn', 'signIn'] as const),
  ...(['scimAddress', 'confirmAddress', 'shareAddressChange'] as const),
  ...(['setProvider', 'connect', 'connect', 'signOn', 'signOn', 'signOnAsOther', 'followConnect'] as const),
  ...(['unlink', 'unlink', 'unlinkOwn', 'unlinkAndConnect', 'comeAsNew'] as const),
  ...(['addPasskey', 'enterWithPasskey', 'switchWorkspace', 'switchBack', 'resetElsewhere'] as const),
  ...(['makeMachine', 'rotateMachine', 'makeToken', 'rotateToken', 'mapGroup', 'promote', 'breakGlass'] as const),
  // Changes to the ownership of factors.
  ...(['enrol', 'unenrol', 'removeFactor', 'vouch', 'vouch', 'prove', 'recover', 'recover', 'recover'] as const),
  // Records and decisions.
  ...(['make', 'make', 'make', 'make', 'make', 'make', 'touch', 'touch'] as const),
  ...(['decide', 'decide', 'decide', 'decide', 'decide', 'decide', 'decide', 'decide'] as const),
] as const)

/** One step of a walk. The numbers choose among the available accounts and records. */
export interface Act {
  readonly what: (typeof acts)[number]
  readonly who: number
  readonly whom: number
  readonly which: number
}
