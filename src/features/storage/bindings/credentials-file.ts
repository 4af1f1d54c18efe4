import { open } from 'node:fs/promises'
import { compile } from '#http/validation.ts'
import { fileFault } from '#lib/variable-values.ts'
import { type EntryPosition, ProvisionError } from '#shared/provision.ts'
import { S3CredentialsInput } from './settings.ts'

const maxBytes = 4096

const isCredentials = compile<S3CredentialsInput>(S3CredentialsInput)

const readText = async (path: string, position: EntryPosition): Promise<string> => {
  const mistake = (message: string) => position.mistake('credentialsFile', message)
  try {
    await using file = await open(path)
    const stats = await file.stat()
    if (!stats.isFile()) throw mistake('is not a regular file')
    if ((stats.mode & 0o077) !== 0) throw mistake('can be opened by others than its owner; run chmod 600 on it')
    if (stats.size > maxBytes) throw mistake(`is larger than ${maxBytes} bytes`)
    return await file.readFile('utf8')
  } catch (error) {
    throw error instanceof ProvisionError ? error : mistake(`names a file that ${fileFault(error)}`)
  }
}

/**
 * Reads a provider's key from an operator's file. Throws ProvisionError, which quotes nothing from the file.
 */
export const readCredentialsFile = async (path: string, position: EntryPosition): Promise<S3CredentialsInput> => {
  const text = await readText(path, position)
  try {
    const input: unknown = JSON.parse(text)
    if (isCredentials(input)) return input
  } catch {
    // Reported below: the message of JSON.parse can quote the file.
  }
  throw position.mistake('credentialsFile', 'must hold {"accessKeyId": "…", "secretAccessKey": "…"} as JSON')
}
