import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

const marks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of UIDAI in PEM: the text itself, or the path of a file with them. Empty for none. */
export function readCertificates(given: string): string[] {
  if (given === '') return []
  const name = 'UIDAI_CERTIFICATES'
  const found = (given.startsWith('-----BEGIN') ? given.replaceAll('\\n', '\n') : contentOf(name, given)).match(marks)
  if (!found)
    throw new StartError(`${name} must be PEM certificates (BEGIN CERTIFICATE), or the path of a file with them.`)
  for (const pem of found) {
    try {
      if (new X509Certificate(pem).publicKey.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key')
    } catch (error) {
      throw new StartError(`${name} has a certificate that cannot be used: ${reasonOf(error)}.`)
    }
  }
  return found
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8')
  } catch (error) {
    throw new StartError(`${name}: the file ${path} cannot be read: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
