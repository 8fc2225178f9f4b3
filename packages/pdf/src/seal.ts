import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { SignPdf } from '@signpdf/signpdf'
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import forge from 'node-forge'

const { asn1, pkcs7, pki } = forge

/** The key and the certificates of the operator of Readroom. */
export type SealKey = { key: forge.pki.rsa.PrivateKey; certificate: forge.pki.Certificate; chain: forge.pki.Certificate[] }

/** Room for the signature, in bytes: RSA with 4096 bits and a chain of a few certificates. */
const signatureLength = 12_000

const oid = (name: string): string => pki.oids[name] ?? ''
const bytesOf = (node: forge.asn1.Asn1) => asn1.toDer(node).getBytes()

/** Returns the bytes that RSA signs for a digest: RFC 8017, 9.2, DigestInfo. */
function digestInfo(digest: forge.md.MessageDigest | string): Buffer {
  if (typeof digest === 'string') throw new TypeError('a digest is signed, not a text')
  const { UNIVERSAL } = asn1.Class
  const algorithm = asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [
    asn1.create(UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid('sha256')).getBytes()),
    asn1.create(UNIVERSAL, asn1.Type.NULL, false, ''),
  ])
  const value = asn1.create(UNIVERSAL, asn1.Type.OCTETSTRING, false, digest.digest().getBytes())
  return Buffer.from(bytesOf(asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [algorithm, value])), 'binary')
}

/** A PKCS #12 file. Throws if its password is another, or it holds no RSA key with its certificate. */
export function readSealKey(p12: Buffer, password: string): SealKey {
  const parsed = forge.pkcs12.pkcs12FromAsn1(asn1.fromDer(p12.toString('binary')), password)
  const bags = (type: string) => parsed.getBags({ bagType: type })[type] ?? []
  const key = bags(oid('pkcs8ShroudedKeyBag'))[0]?.key
  const chain = bags(oid('certBag')).flatMap(({ cert }) => (cert ? [cert] : []))
  const certificate = chain.find(({ publicKey }) => key && 'n' in key && 'n' in publicKey && key.n.equals(publicKey.n))
  if (!key || !('n' in key) || !certificate) throw new Error('the PKCS #12 file holds no RSA key with its certificate')
  // By the machine's own RSA: the library's takes twenty times as long.
  const native = createPrivateKey(pki.privateKeyToPem(key))
  key.sign = (digest) =>
    privateEncrypt({ key: native, padding: constants.RSA_PKCS1_PADDING }, digestInfo(digest)).toString('binary')
  return { key, certificate, chain }
}

/** Makes the CMS signature (RFC 5652) with a key that was read once: the library's own signer reads it for each document. */
class SealSigner extends Signer {
  constructor(private readonly seal: SealKey) {
    super()
  }

  override async sign(pdf: Buffer, signingTime = new Date()): Promise<Buffer> {
    const { key, certificate, chain } = this.seal
    const signed = pkcs7.createSignedData()
    signed.content = forge.util.createBuffer(pdf.toString('binary'))
    for (const one of chain) signed.addCertificate(one)
    const authenticatedAttributes = [
      { type: oid('contentType'), value: oid('data') },
      { type: oid('signingTime'), value: signingTime.toISOString() },
      // The library fills it in.
      { type: oid('messageDigest') },
    ]
    signed.addSigner({ key, certificate, digestAlgorithm: oid('sha256'), authenticatedAttributes })
    signed.sign({ detached: true })
    return Buffer.from(bytesOf(signed.toAsn1()), 'binary')
  }
}

const idOf = /\/ID\s{0,4}\[[^\][]{0,400}\]/

/**
 * PDF/A wants the file's ID in the newest trailer as well (ISO 19005-2, 6.1.3), which the library leaves out. Put where the trailer begins;
 * nothing that is signed lies before it yet.
 */
function keepId(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const id = idOf.exec(text)?.[0]
  const at = text.lastIndexOf('trailer')
  const open = text.indexOf('<<', at)
  if (id === undefined || at < 0 || open < 0) throw new Error('the PDF has no trailer with an ID')
  if (idOf.test(text.slice(at))) return pdf
  return Buffer.concat([pdf.subarray(0, open + 2), Buffer.from(`\n${id}\n`, 'latin1'), pdf.subarray(open + 2)])
}

/** The PDF with a seal of its issuer (PAdES, ETSI EN 319 142): what is there stays as it is, and whatever is changed afterwards shows. */
export async function sealPdf(pdf: Buffer, key: SealKey, sealedAt: Date): Promise<Buffer> {
  const place = plainAddPlaceholder({
    pdfBuffer: pdf,
    signatureLength,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
    // Constant: words of ours in it would be looked for as parts of the file.
    reason: 'Sealed by Readroom',
    contactInfo: '',
    name: 'Readroom',
    location: '',
    signingTime: sealedAt,
  })
  return new SignPdf().sign(keepId(place), new SealSigner(key), sealedAt)
}
