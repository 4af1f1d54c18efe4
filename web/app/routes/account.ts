import { createRoute } from '@tanstack/react-router'
import { app, page, root, textParams } from './page.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: textParams('next', 'organization', 'state'),
  component: page(() => import('#web/pages/account/sign-in.tsx'), 'SignIn', 'account'),
})

const signInCallback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  component: page(() => import('#web/pages/account/sign-in-callback.tsx'), 'SignInCallback', 'account'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/done',
  component: page(() => import('#web/pages/account/signed-in.tsx'), 'SignedIn', 'account'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: page(() => import('#web/pages/account/setup.tsx'), 'Setup', 'account'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: page(() => import('#web/pages/account/invitation.tsx'), 'Invitation', 'account'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: page(() => import('#web/pages/account/forgot.tsx'), 'Forgot', 'account'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: page(() => import('#web/pages/account/unsubscribe.tsx'), 'Unsubscribe', 'account'),
})

/** The address of a record in mails and chat messages: its page follows from its id. */
const openRecord = createRoute({
  getParentRoute: () => app,
  path: '/open/$kind/$recordId',
  component: page(() => import('#web/pages/notifications/open-record.tsx'), 'OpenRecord', 'notifications'),
})

const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: page(() => import('#web/pages/account/account.tsx'), 'Account', 'account'),
})

const notificationSettings = createRoute({
  getParentRoute: () => app,
  path: '/account/notifications',
  component: page(
    () => import('#web/pages/notifications/settings.tsx'),
    'NotificationSettings',
    'notifications',
    'account',
  ),
})

/** Pages outside a session. */
export const signInRoutes = [signIn, signInCallback, signedIn, setup, invitation, forgot, unsubscribe] as const

export const accountRoutes = [account, openRecord, notificationSettings] as const
