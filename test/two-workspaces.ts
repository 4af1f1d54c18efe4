import { password } from './fixture.ts'

/** A person with one login in two workspaces: an administrator of acme, and an auditor of globex. */
export const dana = 'dana@shared.example'

const user = (email: string, role: string) => ({ email, name: email, password, role })

/** Three workspaces of one install. The slugs of two start alike. */
export const workspaces = {
  organizations: [
    { slug: 'acme', name: 'Acme', users: [user('admin@acme.example', 'admin'), user(dana, 'admin')] },
    { slug: 'acme-bank', name: 'Acme Bank', users: [user('admin@acme-bank.example', 'admin')] },
    { slug: 'globex', name: 'Globex', users: [user('admin@globex.example', 'admin'), user(dana, 'auditor')] },
  ],
}
