import { isIP } from 'node:net'
import { AppError } from '@readroom/contracts/core/errors'
import type { ScannerFields } from '@readroom/contracts/orders/scanners'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { findModalityWorklist } from '@readroom/db/orders/modality-worklists'
import { beginScannerTest, lockScanner, updateScanner } from '@readroom/db/orders/scanners'
import { fingerprintsOf } from '../core/certificates.ts'
import { allowOnly } from '../core/networks.ts'
import { emitJob } from '../core/outbox.ts'
import { isPrivateAddress } from '../core/private-addresses.ts'

/**
 * Returns true if a test may connect to an address. A private one must be allowed by the laboratory's worklist: a test must not lead to other services
 * of the network.
 */
export const isScannerAddress = (address: string, allowedAddresses: readonly string[]): boolean =>
  !isPrivateAddress(address) || allowOnly(allowedAddresses)(address)

function demandReadable(certificate: string): void {
  try {
    fingerprintsOf(certificate)
  } catch {
    throw new AppError('SCANNER_CERTIFICATE_UNREADABLE')
  }
}

type Named = { labId: string; aeTitle: string }

/**
 * Changes a scanner's place, TLS and certificate. A name is looked up, and its address checked, when the scanner is tested. Throws SCANNER_NOT_FOUND,
 * CONFLICT, SCANNER_ADDRESS_FORBIDDEN, SCANNER_CERTIFICATE_MISSING, SCANNER_CERTIFICATE_UNREADABLE.
 */
export async function changeScanner(
  tx: Tx,
  actor: Actor,
  { labId, aeTitle, version, ...fields }: ScannerFields & Named & { version: number },
): Promise<void> {
  const scanner = await lockScanner(tx, { labId, aeTitle })
  if (!scanner) throw new AppError('SCANNER_NOT_FOUND')
  if (scanner.version !== version) throw new AppError('CONFLICT')
  const { place, usesTls, certificate } = fields
  const worklist = await findModalityWorklist(tx, labId)
  if (place && isIP(place.host) !== 0 && !isScannerAddress(place.host, worklist?.allowedAddresses ?? []))
    throw new AppError('SCANNER_ADDRESS_FORBIDDEN')
  if (usesTls && certificate === null) throw new AppError('SCANNER_CERTIFICATE_MISSING')
  if (certificate !== null) demandReadable(certificate)
  await updateScanner(tx, aeTitle, fields)
  const details = { aeTitle, place: place && `${place.host}:${place.port}`, usesTls, hasCertificate: certificate !== null }
  await audit(tx, actor, { action: 'scanner.saved', target: { type: 'lab', id: labId }, details })
}

/** Queues a test of a scanner. Throws SCANNER_NOT_FOUND, SCANNER_PLACE_MISSING, SCANNER_TEST_RUNNING. */
export async function testScanner(tx: Tx, actor: Actor, { labId, aeTitle }: Named): Promise<void> {
  const scanner = await lockScanner(tx, { labId, aeTitle })
  if (!scanner) throw new AppError('SCANNER_NOT_FOUND')
  if (scanner.place === null) throw new AppError('SCANNER_PLACE_MISSING')
  if (scanner.isTestRunning) throw new AppError('SCANNER_TEST_RUNNING')
  const askedAt = new Date()
  await beginScannerTest(tx, aeTitle, askedAt)
  await emitJob(tx, 'scanner.test', { aeTitle, askedAt: askedAt.toISOString() })
  const place = `${scanner.place.host}:${scanner.place.port}`
  await audit(tx, actor, { action: 'scanner.tested', target: { type: 'lab', id: labId }, details: { aeTitle, place } })
}
