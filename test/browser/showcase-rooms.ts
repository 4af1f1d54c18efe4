import { day, iso } from '#lib/clock.ts'
import { cookieOf } from '#test/rooms.ts'
import type { Probata } from '#test/system.ts'
import type { Ask } from './ask.ts'

/** Creates the room of an assessment in progress, with a guest who has sent a request. */
export const showRoom = async (
  { call }: Pick<Probata, 'call'>,
  ada: Ask,
  { assessmentId, now }: { readonly assessmentId: string; readonly now: number },
): Promise<void> => {
  await ada(200, 'PATCH', `/assessments/${assessmentId}`, { external: true })
  await ada(201, 'POST', `/assessments/${assessmentId}/room`)
  const { url } = await ada(201, 'POST', `/assessments/${assessmentId}/room/guests`, {
    name: 'Gerda Prüfer',
    email: 'gerda@audit.example',
    expiresAt: iso(now + 30 * day),
  })
  const token = String(url).split('#')[1] ?? ''
  const cookie = cookieOf(await call('POST', '/api/room/enter', { body: { token } }))
  const body = { kind: 'request', text: 'Please show the report of the last restore test.' }
  await call('POST', '/api/room/entries', { cookie, body })
}
