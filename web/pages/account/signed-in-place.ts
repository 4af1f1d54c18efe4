/** Where a window goes that was opened only to sign in. */
export const signedInPlace = '/sign-in/done'
