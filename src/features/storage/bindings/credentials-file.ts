import { open } from 'node:fs/promises'
import { compile } from '#http/validation.ts'
import { fileFault } from '#lib/variable-values.ts'
import { type EntryPosition, ProvisionError } from '#shared/provision.ts'
import { S3CredentialsInput } from './settings.ts'

const mostBytes = 4096

const isCredentials = compile<S3CredentialsInput>(S3CredentialsInput)

const textOf = async (path: string, place: EntryPosition): Promise<string> => {
  const mistake = (message: string) => place.mistake('credentialsFile', message)
  try {
    await using file = await open(path)
    const found = await file.stat()
    if (!found.isFile()) throw mistake('is not a regular file')
    if ((found.mode & 0o077) !== 0) throw mistake('can be opened by others than its owner; run chmod 600 on it')
    if (found.size > mostBytes) throw mistake(`is larger than ${mostBytes} bytes`)
    return await file.readFile('utf8')
  } catch (error) {
    throw error instanceof ProvisionError ? error : mistake(`names a file that ${fileFault(error)}`)
  }
}

/**
 * Reads a provider's key from an operator's file. Throws ProvisionError, which quotes nothing from the file.
 */
export const readCredentialsFile = async (path: string, place: EntryPosition): Promise<S3CredentialsInput> => {
  const text = await textOf(path, place)
  try {
    const found: unknown = JSON.parse(text)
    if (isCredentials(found)) return found
  } catch {
    // Reported below: the message of JSON.parse can quote the file.
  }
  throw place.mistake('credentialsFile', 'must hold {"accessKeyId": "…", "secretAccessKey": "…"} as JSON')
}
