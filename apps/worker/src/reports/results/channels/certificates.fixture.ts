import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A certificate for 127.0.0.1 with its key, in PEM. */
export type Certified = { cert: string; key: string }

const hourMs = 3_600_000

/** Makes a certificate that is signed by itself. `isExpired`: it ended an hour ago. */
export function certify({ isExpired = false } = {}): Certified {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const key = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const privateKey = forge.pki.privateKeyFromPem(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e)
  certificate.validity.notBefore = new Date(Date.now() - 2 * hourMs)
  certificate.validity.notAfter = new Date(Date.now() + (isExpired ? -hourMs : hourMs))
  certificate.setSubject([{ name: 'commonName', value: '127.0.0.1' }])
  certificate.setIssuer([{ name: 'commonName', value: '127.0.0.1' }])
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }])
  certificate.sign(privateKey, forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate), key }
}
