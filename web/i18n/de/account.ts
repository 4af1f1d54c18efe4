import type { account as english } from '#web/i18n/en/account.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const account = {
  title: 'Ihr Konto',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
  },
} satisfies Texts<typeof english>
