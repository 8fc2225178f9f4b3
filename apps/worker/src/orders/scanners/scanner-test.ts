import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { EchoResult } from '@readroom/contracts/orders/scanners'
import { findModalityWorklist } from '@readroom/db/orders/modality-worklists'
import { endScannerTest, findScanner } from '@readroom/db/orders/scanners'
import { isScannerAddress } from '@readroom/domain/orders/scanners'
import type { JobPayload } from '@readroom/jobs/jobs'
import dimse from 'dcmjs-dimse'
import type { JobsContext } from '../../core/jobs/context.ts'
import type { Places } from '../../core/places.ts'
import { openDicomSender, type SenderOutcome } from '../../reports/results/channels/dicom-sender.ts'
import { meetByTls } from './scanner-certificate.ts'

const { RejectReason, RejectSource } = dimse.constants

/** The limits of a test: an administrator waits for it. */
const limits = { connectMs: 5_000, answerMs: 5_000 }
/** The calling AE title for a laboratory without a modality worklist. */
const ownAeTitle = 'READROOM'

type Answered = Omit<EchoResult, 'callingAeTitle'>

function answerOf(outcome: SenderOutcome): EchoResult['answer'] {
  switch (outcome.kind) {
    case 'answered':
      return outcome.status === 0 ? 'answered' : 'refused'
    case 'rejected':
      if (outcome.source !== RejectSource.ServiceUser) return 'refused'
      if (outcome.reason === RejectReason.CalledAeNotRecognized) return 'otherTitle'
      return outcome.reason === RejectReason.CallingAeNotRecognized ? 'unknownTitle' : 'refused'
    case 'notTaken':
    case 'unreadable':
      return 'refused'
    default:
      return outcome.kind
  }
}

/** Returns the addresses of a host; none if its name is unknown, or nobody says so in time. */
async function findAddresses(host: string): Promise<string[]> {
  const overdue = delay(limits.connectMs, [], { ref: false })
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), overdue])
  return found.map(({ address }) => address)
}

type Asked = {
  host: string
  port: number
  aeTitle: string
  callingAeTitle: string
  allowedAddresses: readonly string[]
  places: Places
  /** The certificate that the scanner must show, in PEM. Null: without TLS. */
  certificate: string | null
  identity: JobsContext['scannerIdentity']
}

/** Asks by C-ECHO. The address that was checked is the one that is connected to. */
async function echo({
  host,
  port,
  aeTitle,
  callingAeTitle,
  allowedAddresses,
  places,
  certificate,
  identity,
}: Asked): Promise<Answered> {
  const addresses = await findAddresses(host)
  const [address] = addresses
  if (address === undefined) return { answer: 'unreachable', milliseconds: null }
  const isOwn = await Promise.all(addresses.map((each) => places.isOwn({ host: each, port })))
  if (isOwn.includes(true) || !addresses.every((each) => isScannerAddress(each, allowedAddresses)))
    return { answer: 'forbidden', milliseconds: null }
  if (certificate !== null) {
    const met = await meetByTls({ address, port, certificate, identity, connectMs: limits.connectMs })
    if (met !== 'shown') return { answer: met, milliseconds: null }
  }
  // The certificate is that of the scanner, whatever name it has: a scanner has no name in DNS.
  const tls = certificate === null ? null : { ca: null, identity, servername: null }
  const sender = openDicomSender({ port, calledAeTitle: aeTitle, callingAeTitle, tls, ...limits })
  try {
    const outcome = await sender.send(address, null)
    return { answer: answerOf(outcome), milliseconds: outcome.kind === 'answered' ? outcome.milliseconds : null }
  } finally {
    sender.close()
  }
}

/** Asks a scanner by C-ECHO and writes the answer, unless the scanner was changed or asked again since (docs/decisions/orders/scanner-tests.md). */
export async function testScanner(
  {
    database: { db },
    log,
    places,
    scannerIdentity: identity,
  }: Pick<JobsContext, 'database' | 'log' | 'places' | 'scannerIdentity'>,
  { aeTitle, askedAt }: JobPayload<'scanner.test'>,
): Promise<void> {
  const scanner = await findScanner(db, aeTitle)
  if (!scanner?.place) return
  const { labId, place } = scanner
  const certificate = scanner.usesTls ? scanner.certificate : null
  const worklist = await findModalityWorklist(db, labId)
  const callingAeTitle = worklist?.calledAeTitle ?? ownAeTitle
  const allowedAddresses = worklist?.allowedAddresses ?? []
  const answered = await echo({ ...place, aeTitle, callingAeTitle, allowedAddresses, places, certificate, identity })
  await endScannerTest(db, { aeTitle, askedAt: new Date(askedAt) }, { ...answered, callingAeTitle })
  log.info({ lab: labId, aeTitle, answer: answered.answer }, 'a scanner was tested')
}
