import { addPasskey } from './add-passkey.ts'
import { askPasskey } from './ask-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

export const passkeys = [
  askPasskey,
  signInWithPasskey,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
]
