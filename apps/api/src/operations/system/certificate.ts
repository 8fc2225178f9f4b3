import { once } from 'node:events'
import { connect } from 'node:tls'
import type { CertificateState } from '@readroom/contracts/operations/system'
import { answerOf } from '@readroom/process/dependency-state'

const DAY_MS = 86_400_000
/** Certificates are usually renewed a month before they expire. Two weeks before, something is wrong. */
const WARNED_DAYS = 14

/** Reads when the certificate at an https address expires. It is read even if it is not valid. Rejects if nothing answers. */
async function readExpiry({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false, timeout: 2_000 })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    return new Date(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}

/** Returns the state of the certificate at the portal's public address. Null for an address without TLS. */
export async function readCertificate(publicUrl: string, now = new Date()): Promise<CertificateState | null> {
  const url = new URL(publicUrl)
  if (url.protocol !== 'https:') return null
  const expiresAt = await answerOf(readExpiry(url))
  if (!expiresAt) return { host: url.host, expiresAt: null, isEnding: false }
  const isEnding = expiresAt.getTime() - now.getTime() < WARNED_DAYS * DAY_MS
  return { host: url.host, expiresAt: expiresAt.toISOString(), isEnding }
}
