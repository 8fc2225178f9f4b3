import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { acknowledge, acknowledgeGarbage, type Signature } from '@readroom/hl7/message/acknowledgement'
import { NotHl7, readHeader } from '@readroom/hl7/message/header'
import { serveSocket } from '@readroom/hl7/mllp/serve-socket'
import dimse from 'dcmjs-dimse'

const { Scp, constants, log, responses } = dimse
const { PresentationContextResult, RejectReason, RejectResult, RejectSource, SopClass, Status, StorageClass, TransferSyntax } =
  constants

log.setLevel('silent')

/** The AE title of the hospital's archive. */
export const archiveAeTitle = 'CITYPACS'

const host = '127.0.0.1'
const MAX_BYTES = 64 * 1024 * 1024
const IDLE_MS = 24 * 60 * 60_000
const MESSAGE_MS = 60_000

/** Writes what the hospital received: `name` is the same for a repetition, so nothing is filed twice. */
type Keep = (name: string, bytes: Buffer) => Promise<void>

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

const sign = (): Signature => ({ controlId: randomUUID().slice(0, 20), at: new Date() })

/** Returns the acknowledgement once the message is kept; null closes the connection, and the sender repeats. */
async function answer(message: Buffer, keep: Keep): Promise<Buffer[] | null> {
  try {
    const header = readHeader(message)
    await keep(`${header.field(10).replace(/[^\w-]/g, '_')}.hl7`, message)
    return acknowledge(header, { kind: 'accepted' }, sign)
  } catch (error) {
    return error instanceof NotHl7 ? acknowledgeGarbage(sign) : null
  }
}

type Association = InstanceType<typeof dimse.association.Association>
type Store = InstanceType<typeof dimse.requests.CStoreRequest>
type StoreResponse = InstanceType<typeof responses.CStoreResponse>
type Echo = InstanceType<typeof dimse.requests.CEchoRequest>
type EchoResponse = InstanceType<typeof responses.CEchoResponse>

const documents: readonly string[] = [SopClass.Verification, StorageClass.EncapsulatedPdfStorage, StorageClass.BasicTextSrStorage]

/** The hospital's archive takes reports only. */
class ReportArchive extends Scp {
  readonly #dir: string

  constructor(socket: Socket, dir: string) {
    super(socket, {})
    this.#dir = dir
  }

  override associationRequested(association: Association): void {
    if (association.getCalledAeTitle().trim() !== archiveAeTitle) {
      this.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, RejectReason.CalledAeNotRecognized)
      return
    }
    for (const { id } of association.getPresentationContexts()) {
      const context = association.getPresentationContext(id)
      if (!documents.includes(context.getAbstractSyntaxUid()))
        context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
      else if (!context.hasTransferSyntaxUid(TransferSyntax.ExplicitVRLittleEndian))
        context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported)
      else context.setResult(PresentationContextResult.Accept, TransferSyntax.ExplicitVRLittleEndian)
    }
    this.sendAssociationAccept()
  }

  override cEchoRequest(request: Echo, callback: (response: EchoResponse) => void): void {
    const response = responses.CEchoResponse.fromRequest(request)
    response.setStatus(Status.Success)
    callback(response)
  }

  override cStoreRequest(request: Store, callback: (response: StoreResponse) => void): void {
    const response = responses.CStoreResponse.fromRequest(request)
    const finish = (status: number) => {
      response.setStatus(status)
      callback(response)
    }
    const dataset = request.getDataset()
    if (!dataset) {
      finish(Status.ProcessingFailure)
      return
    }
    const file = join(this.#dir, `${request.getAffectedSopInstanceUid().replace(/[^\d.]/g, '')}.dcm`)
    dataset.toFile(file, (error) => finish(error ? Status.ProcessingFailure : Status.Success))
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
  }
}

/** Receives results as the hospital's systems do: HL7 messages on one port, DICOM reports on another. What it receives is in `dir`. */
export async function openReceivers({ dir, results, archive }: { dir: string; results: number; archive: number }) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const keep: Keep = (name, bytes) => writeFile(join(dir, name), bytes, { mode: 0o600 })
  const sockets = new Set<Socket>()
  const follow = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const hl7 = createServer((socket) => {
    follow(socket)
    serveSocket(socket, {
      maxBytes: MAX_BYTES,
      idleMs: IDLE_MS,
      messageMs: MESSAGE_MS,
      answer: (message) => answer(message, keep),
    })
  })
  const dicom = createServer((socket) => {
    follow(socket)
    new ReportArchive(socket, dir).on('networkError', () => socket.destroy())
  })
  return {
    resultsPort: await listen(hl7, results),
    archivePort: await listen(dicom, archive),
    close: () => {
      hl7.close()
      dicom.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
