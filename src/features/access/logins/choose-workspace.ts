import { Type } from 'typebox'
import { asActor } from '#http/access.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { rememberDevice } from '#src/features/access/device.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { Session } from '#src/features/access/session.ts'
import { markStateUsed } from '#src/features/access/single-sign-on/queries.ts'
import { isProofCurrent, readChoice, Slug } from './choice.ts'
import { wrongPassword } from './enter.ts'
import { findLogin } from './queries.ts'
import { requireCurrentProof } from './require-current-proof.ts'

export const chooseWorkspace = commitEndpoint({
  name: 'chooseWorkspace',
  summary: 'Open the workspace that the person chose after signing in; a choice works once',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/choice', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    { choice: Type.String({ minLength: 1, maxLength: 32_000 }), organization: Slug },
    { additionalProperties: false },
  ),
  response: Session,
  errors: ['unauthorized', 'forbidden_resource', 'rate_limited'],
  async run(call, { body }) {
    const proof = readChoice(call, body.choice).find(({ slug }) => slug === body.organization)
    if (!proof) {
      await chargeAttempt(call, 'link')
      throw wrongPassword()
    }
    const { organizationId, personId, loginId, passkeyId } = proof
    const [row] = await call.db.read(organizationId, findPerson, { id: personId })
    const [login] = await call.db.readInstall(findLogin, { loginId })
    const isSame = row?.login_id === loginId && isProofCurrent(proof, login)
    if (!row || row.disabled || !isSame) throw wrongPassword()
    const { role, record } = row
    const actor = asActor({ kind: 'person', id: personId, organizationId, role })
    const isPassword = (hash: string) => sha256Hex(hash) === proof.password
    const secondFactor = proof.secondFactor ?? readRecord(Person, record).secondFactor
    const openedWith = passkeyId === undefined ? 'password' : 'passkey'
    const response = await openSession(call, { actor, record }, openedWith, async ctx => {
      const { tx } = ctx
      await requireCurrentProof(ctx, {
        loginId,
        isPassword,
        secondFactor,
        ...(passkeyId !== undefined && { passkeyId }),
      })
      const [mark] = await tx.query(markStateUsed, { stateSha256: sha256Hex(body.choice), now: iso(call.now) })
      if (!mark) throw wrongPassword()
    })
    if (passkeyId === undefined && login?.password_hash) rememberDevice(call, login.password_hash)
    return response
  },
})
