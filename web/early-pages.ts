import { account as germanAccount } from './i18n/de/account.ts'
import { evidence as germanEvidence } from './i18n/de/evidence.ts'
import { home as germanHome } from './i18n/de/home.ts'
import { account } from './i18n/en/account.ts'
import { evidence } from './i18n/en/evidence.ts'
import { home } from './i18n/en/home.ts'

export const languages = ['en', 'de'] as const

type PerLanguage = Readonly<Record<(typeof languages)[number], string>>

export interface EarlyPage {
  /** Matches the paths of pages. The first match counts. */
  readonly path: RegExp
  /** The page's frame: the frame of the workspace, or the card of pages outside a session. */
  readonly frame: 'workspace' | 'card'
  /** The heading in the frame. */
  readonly title?: PerLanguage
  /** The modules of pages and their frame, loaded after the document's own files. */
  readonly modules: readonly string[]
  /** The files of texts, in `i18n/LANGUAGE`. */
  readonly texts: readonly string[]
  /** The paths of the data that the page reads first. */
  readonly data: readonly string[]
}

const inWorkspace = { frame: 'workspace', data: ['/api/workspace/session'] } as const
const shell = 'app/shell.tsx'

/** The pages that people open first, then all others in a session. */
export const earlyPages: readonly EarlyPage[] = [
  {
    path: /^\/sign-in$/,
    frame: 'card',
    title: { en: account.signIn.title, de: germanAccount.signIn.title },
    modules: ['pages/account/sign-in.tsx'],
    texts: ['first', 'account'],
    data: [],
  },
  {
    ...inWorkspace,
    path: /^\/$/,
    title: { en: home.title, de: germanHome.title },
    modules: [shell, 'pages/home/home.tsx'],
    texts: ['first'],
  },
  {
    ...inWorkspace,
    path: /^\/evidence\/claims$/,
    title: { en: evidence.claims.title, de: germanEvidence.claims.title },
    modules: [shell, 'pages/evidence/claims.tsx'],
    texts: ['first', 'evidence'],
  },
  {
    ...inWorkspace,
    path: /^\/(?!(sign-in|setup|invitation|forgot|room)(\/|$))/,
    modules: [shell],
    texts: ['first'],
  },
]
