import type { X509Certificate } from 'node:crypto'
import { fingerprintsOf, isInForce } from '@readroom/domain/core/certificates'
import { allowOnly } from '@readroom/domain/core/networks'
import type { Worklists } from '../modality-worklists/worklist-messages.ts'

/** The other end of a connection. `certificate`: the one that it has shown, with proof of its key. Null: none. */
export type Peer = { address: string; certificate: X509Certificate | null }

type Called = { calledAeTitle: string; callingAeTitle: string }
export type Admission =
  | { labId: string; aeTitle: string }
  | 'unknown called AE title'
  | 'unknown calling AE title, address or certificate'

/** Returns true if it is the certificate and is valid today. */
const isShown = ({ certificate }: Peer, fingerprints: readonly string[]) =>
  certificate !== null && fingerprints.includes(certificate.fingerprint256) && isInForce(certificate)

/** Returns the rules by which scanners are admitted (docs/decisions/orders/modality-worklist.md). */
export function admitScanners(worklists: Worklists) {
  const known = worklists.map(({ scanners, allowedAddresses, ...worklist }) => ({
    ...worklist,
    isAllowed: allowOnly(allowedAddresses),
    scanners: scanners.map(({ aeTitle, certificate }) => ({
      aeTitle,
      fingerprints: certificate === null ? null : fingerprintsOf(certificate),
    })),
  }))
  const fingerprints = known.flatMap(({ scanners }) => scanners.flatMap((scanner) => scanner.fingerprints ?? []))
  const isAddressAllowed = (address: string) => known.some(({ isAllowed }) => isAllowed(address))
  return {
    /** Returns true if a scanner may connect from this address without TLS. */
    isAddressAllowed,
    /** Returns true if a handshake from this address may end well. */
    mayShake: (address: string) => fingerprints.length > 0 || isAddressAllowed(address),
    /** Returns true if a scanner has the certificate. */
    isCertificateKnown: (peer: Peer) => isShown(peer, fingerprints),
    /** Returns the scanner, or why there is none. One with a certificate is recognised by it alone, and others by their address. */
    admit({ calledAeTitle, callingAeTitle }: Called, peer: Peer): Admission {
      const worklist = known.find((one) => one.calledAeTitle === calledAeTitle)
      if (!worklist) return 'unknown called AE title'
      const scanner = worklist.scanners.find(({ aeTitle }) => aeTitle === callingAeTitle)
      const isRecognised = scanner?.fingerprints ? isShown(peer, scanner.fingerprints) : worklist.isAllowed(peer.address)
      if (!scanner || !isRecognised) return 'unknown calling AE title, address or certificate'
      return { labId: worklist.labId, aeTitle: scanner.aeTitle }
    },
  }
}
