import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import forge from 'node-forge'

/** A PKCS #12 file with the key and the certificate of whoever runs Readroom, and its password. */
export type SealKey = { p12: Buffer; password: string }

/** Throws where there is no key in it, or the password is another. */
export function checkSealKey({ p12, password }: SealKey): void {
  const parsed = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), password)
  const { pkcs8ShroudedKeyBag: bag } = forge.pki.oids
  if (bag === undefined || !parsed.getBags({ bagType: bag })[bag]?.length) throw new Error('REPORT_SEAL_P12 holds no key')
}

/** Room for the signature, in bytes: RSA with 4096 bits and a chain of a few certificates. */
const signatureLength = 12_000

const idOf = /\/ID\s*\[[^\]]*\]/

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
export async function sealPdf(pdf: Buffer, { p12, password }: SealKey, sealedAt: Date): Promise<Buffer> {
  const place = plainAddPlaceholder({
    ...{ pdfBuffer: pdf, signatureLength, subFilter: SUBFILTER_ETSI_CADES_DETACHED },
    // Constant: words of ours in it would be looked for as parts of the file.
    ...{ reason: 'Sealed by Readroom', contactInfo: '', name: 'Readroom', location: '', signingTime: sealedAt },
  })
  return new SignPdf().sign(keepId(place), new P12Signer(p12, { passphrase: password }), sealedAt)
}
