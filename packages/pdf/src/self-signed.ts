import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

const years = 10

/** A key with a certificate that it signed itself, as a PKCS #12 file: for demonstrations and tests. `name`: whom it is of. */
export function selfSignedKey(name: string, password: string): Buffer {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = `00${randomBytes(16).toString('hex')}`
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + years)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.sign(key, forge.md.sha256.create())
  const p12 = forge.pkcs12.toPkcs12Asn1(key, certificate, password, { algorithm: 'aes256' })
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}
