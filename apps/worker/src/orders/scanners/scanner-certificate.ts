import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fingerprintsOf, isInForce } from '@readroom/domain/core/certificates'
import type { JobsContext } from '../../core/jobs/context.ts'

type Met = 'shown' | 'otherCertificate' | 'invalidCertificate' | 'noTls' | 'unreachable'

type Place = {
  address: string
  port: number
  /** The certificates that the scanner may show, in PEM. */
  certificate: string
  identity: JobsContext['scannerIdentity']
  connectMs: number
}

/**
 * Returns whether a scanner shows its certificate by TLS. It has its own connection, because the DICOM library compares no fingerprints
 * (docs/decisions/orders/scanner-tests.md).
 */
export async function meetByTls({ address, port, certificate, identity, connectMs }: Place): Promise<Met> {
  const socket = connect({ host: address, port, ...identity, rejectUnauthorized: false, minVersion: 'TLSv1.2' })
  let hasConnected = false
  socket.once('connect', () => {
    hasConnected = true
  })
  const met = new Promise<Met>((resolve) => {
    const fail = () => resolve(hasConnected ? 'noTls' : 'unreachable')
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate()
      if (!shown || !fingerprintsOf(certificate).includes(shown.fingerprint256)) resolve('otherCertificate')
      else resolve(isInForce(shown) ? 'shown' : 'invalidCertificate')
    })
    socket.on('error', fail)
    socket.once('close', fail)
    void delay(connectMs, undefined, { ref: false }).then(fail)
  })
  return met.finally(() => socket.destroy())
}
