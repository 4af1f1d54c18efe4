import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

// Few pages use passkeys, so the library is not part of the initial code.
const library = () => import('@simplewebauthn/browser')

/** Whether the passkey must verify its holder: required alone, not required with the password. */
type Verification = 'required' | 'preferred'

/** Without ids, browsers offer only passkeys on devices that can verify who holds them. */
const askBrowser = async (userVerification: Verification, ids: readonly string[]): Promise<Schemas['PasskeyProof']> => {
  const { startAuthentication } = await library()
  const asked = await unwrap(client.POST('/api/workspace/session/passkey/challenge'))
  const allowCredentials = ids.map(id => ({ type: 'public-key' as const, id }))
  const { id, response } = await startAuthentication({ optionsJSON: { ...asked, userVerification, allowCredentials } })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** Lets the browser create a passkey, and adds it under this name. */
export const makePasskey = async (name: string): Promise<Schemas['AddedPasskey']> => {
  const { startRegistration } = await library()
  const asked = await unwrap(client.POST('/api/workspace/account/passkeys/challenge'))
  const authenticatorSelection = { residentKey: 'required', userVerification: 'preferred' } as const
  const { id, response } = await startRegistration({ optionsJSON: { ...asked, authenticatorSelection } })
  const { clientDataJSON, attestationObject } = response
  const body = { name, id, clientDataJSON, attestationObject }
  return unwrap(client.POST('/api/workspace/account/passkeys', { body }))
}

interface Props {
  readonly label: string
  readonly verification: Verification
  /** The ids of the accepted passkeys, if the server named them. */
  readonly ids?: readonly string[]
  /** Sends the proof; what it throws is shown. */
  readonly onProof: (passkey: Schemas['PasskeyProof']) => Promise<void>
}

/** Asks the browser for a passkey. */
export const PasskeyButton = ({ label, verification, ids = [], onProof }: Props) => {
  const { t } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const use = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onProof(await askBrowser(verification, ids))
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  // The browsers' messages about a cancelled ceremony are meant for developers.
  const isBrowsers = error instanceof Error && !('requestId' in error)
  return (
    <Stack gap="xs">
      <Button variant="default" onClick={use} loading={busy}>
        {label}
      </Button>
      {isBrowsers ? (
        <Alert color="red" variant="outline" role="alert">
          {t('passkeys.notUsed')}
        </Alert>
      ) : (
        <ErrorNote error={error} />
      )}
    </Stack>
  )
}
