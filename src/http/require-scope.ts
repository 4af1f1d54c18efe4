import { sentence } from '#lib/sentence.ts'
import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'

/** Throws a 403 that names the scope if the token lacks it (interface section 5). */
export const requireScope = (actor: Actor, scope: string): void => {
  if (actor.scopes.includes(scope)) return
  throw new Refusal('forbidden_scope', sentence`token.scope_required: The token needs the scope ${{ scope }}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    extra: { requiredScope: scope },
  })
}
