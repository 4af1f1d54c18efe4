import { access } from './access.ts'
import { account } from './account.ts'
import { common } from './common.ts'
import { connect } from './connect.ts'
import { evidence } from './evidence.ts'
import { home } from './home.ts'
import { submissions } from './submissions.ts'
import { trails } from './trails.ts'
import { webhooks } from './webhooks.ts'

export const de = { common, home, evidence, submissions, webhooks, access, trails, account, connect }
