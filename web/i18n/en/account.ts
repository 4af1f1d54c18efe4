export const account = {
  title: 'Your account',
  email: 'E-mail address',
  password: 'Password',
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    forgot: 'Forgot the password?',
  },
}
