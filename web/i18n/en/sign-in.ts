export const signIn = {
  title: 'How people sign in',
  text: 'Single sign-on can be the only way in. Machines with a service account are not affected.',
  change: 'Change how people sign in',
  save: 'Save',
  how: 'People sign in',
  ways: { any: 'with a password, a link or single sign-on', single_sign_on: 'by single sign-on only' },
  forcedText:
    'Sessions opened in another way end at once, except those of break-glass administrators. Sign in at the provider first, to show that it works.',
  anyText: 'People can sign in with passwords and links again.',
  breakGlass: 'Break-glass administrators',
  breakGlassHint: 'Two at most, with password and second factor. Each sign-in notifies all administrators.',
  updatedAt: 'Changed',
}
