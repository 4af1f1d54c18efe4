import { beginCall, change } from '#api/call.ts'
import type { CommittingCall } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { pausedCodes } from '#src/features/access/totp.ts'
import { type Tried, tryCode } from '#src/features/access/try-code.ts'
import type { Entrance } from './enter.ts'

type Asked = Tried | 'missing'

/** A wrong code has to be counted, so its transaction commits. */
const ask = (call: CommittingCall, { loginId, actor }: Entrance, code: string | undefined): Promise<Asked> =>
  call.db.transaction(actor.organizationId, async tx => {
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    const whose = { loginId, personId: actor.id }
    const outcome = code === undefined ? 'missing' : await tryCode(ctx, whose, code)
    const detail = typeof outcome === 'object' ? 'too many wrong codes' : `${outcome} code`
    if (outcome !== 'accepted' && outcome !== 'none') ctx.audit(actor.id, { outcome: 'refused', detail })
    return outcome
  })

/**
 * The entrances that the given code opens. A code is asked for once the password is correct, for each login with a
 * second factor. Without one, those that need none are opened, if there are any.
 */
export const passSecondFactor = async (
  call: CommittingCall,
  entrances: readonly Entrance[],
  code: string | undefined,
): Promise<readonly Entrance[]> => {
  const open = entrances.filter(({ person }) => person.secondFactor === 'none')
  if (open.length === entrances.length || (open.length > 0 && code === undefined)) return open
  const passed = new Set(open)
  const byLogin = Map.groupBy(
    entrances.filter(entrance => !passed.has(entrance)),
    ({ loginId }) => loginId,
  )
  let refused: Asked = 'missing'
  for (const [, [first, ...others]] of byLogin) {
    if (!first) continue
    const outcome = await ask(call, first, code)
    if (outcome === 'accepted' || outcome === 'none') for (const one of [first, ...others]) passed.add(one)
    else refused = outcome
  }
  if (passed.size > open.length) return [...passed]
  if (typeof refused === 'object') throw pausedCodes(refused.wait)
  const message = refused === 'missing' ? 'A code of your authenticator app is asked for.' : 'The code is wrong.'
  throw new Refusal('unauthorized', message, { extra: { secondFactor: 'totp' } })
}
