import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { loadCode } from '#web/api/load-code.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

// Few pages use passkeys, so the library is not part of the initial code.
const library = () => loadCode(() => import('@simplewebauthn/browser'))

/** Whether the passkey must verify its user: `required` if it is used alone, `preferred` if it follows a password. */
type Verification = 'required' | 'preferred'

/** Gets a proof from a passkey. Without ids, browsers offer only passkeys on devices that can verify the user. */
const getPasskeyProof = async (
  userVerification: Verification,
  ids: readonly string[],
): Promise<Schemas['PasskeyProof']> => {
  const { startAuthentication } = await library()
  const challenge = await unwrap(client.POST('/api/workspace/session/passkey/challenge'))
  const allowCredentials = ids.map(id => ({ type: 'public-key' as const, id }))
  const { id, response } = await startAuthentication({
    optionsJSON: { ...challenge, userVerification, allowCredentials },
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** Lets the browser create a passkey, and adds it under this name. */
export const createPasskey = async (name: string): Promise<Schemas['AddedPasskey']> => {
  const { startRegistration } = await library()
  const challenge = await unwrap(client.POST('/api/workspace/account/passkeys/challenge'))
  const authenticatorSelection = { residentKey: 'required', userVerification: 'preferred' } as const
  const { id, response } = await startRegistration({ optionsJSON: { ...challenge, authenticatorSelection } })
  const { clientDataJSON, attestationObject } = response
  const body = { name, id, clientDataJSON, attestationObject }
  return unwrap(client.POST('/api/workspace/account/passkeys', { body }))
}

interface Props {
  readonly label: string
  readonly verification: Verification
  /** The ids of the accepted passkeys, if the server sent them. */
  readonly ids?: readonly string[]
  /** Sends the proof. The button shows errors. */
  readonly onProof: (passkey: Schemas['PasskeyProof']) => Promise<void>
}

/** A button that asks the browser for a passkey. */
export const PasskeyButton = ({ label, verification, ids = [], onProof }: Props) => {
  const { t } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const use = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onProof(await getPasskeyProof(verification, ids))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  // Browsers write their messages about a cancelled request for developers.
  const isBrowserError = error instanceof Error && !('requestId' in error)
  return (
    <Stack gap="xs">
      <Button variant="default" onClick={use} loading={busy}>
        {label}
      </Button>
      {isBrowserError ? (
        <Alert color="red" role="alert">
          {t('passkeys.notUsed')}
        </Alert>
      ) : (
        <ErrorNote error={error} />
      )}
    </Stack>
  )
}
