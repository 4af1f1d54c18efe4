export const sessions = {
  title: 'Sessions',
  device: 'Browser',
  address: 'Address',
  with: 'Signed in with',
  how: {
    password: 'password',
    single_sign_on: 'single sign-on',
    setup: 'setup link',
    invitation: 'invitation',
    passkey: 'passkey',
  },
  used: 'Last used',
  since: 'Since',
  empty: 'Not signed in anywhere',
}
