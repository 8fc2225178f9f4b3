import { X509Certificate } from 'node:crypto'

/** Returns the fingerprints of certificates in PEM. Throws if one cannot be read. */
export const fingerprintsOf = (pem: string): string[] =>
  pem
    .split(/(?<=-----END CERTIFICATE-----)/)
    .filter((part) => part.trim() !== '')
    .map((part) => new X509Certificate(part).fingerprint256)

/** Returns true if a certificate is valid now. */
export const isInForce = ({ validFromDate, validToDate }: X509Certificate): boolean =>
  validFromDate.getTime() <= Date.now() && Date.now() < validToDate.getTime()
