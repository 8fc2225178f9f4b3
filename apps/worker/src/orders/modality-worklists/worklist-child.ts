import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { plainAddress } from '@readroom/domain/core/networks'
import { createPortFront } from '@readroom/process/front/port-front'
import dimse from 'dcmjs-dimse'
import { admitScanners, type Peer } from '../scanners/scanner-admission.ts'
import { findStatuses, scannerLimits, scannerServices, scannerSyntaxes } from '../scanners/scanner-services.ts'
import { type FromListener, ToListener, type WorklistTls } from './worklist-messages.ts'

// The process that speaks DICOM to scanners. The library parses what comes from the network, so a message that it cannot bear ends this process
// and not the worker, which begins another.

const { Dataset, Scp, constants, log, responses } = dimse
const { PresentationContextResult, RejectReason, RejectResult, RejectSource, SopClass, Status } = constants

log.setLevel('silent')

type Scanner = { labId: string; aeTitle: string }
type Answer = Extract<ToListener, { kind: 'answer' | 'stepAnswer' }>
type Association = InstanceType<typeof dimse.association.Association>
type Find = InstanceType<typeof dimse.requests.CFindRequest>
type FindResponse = InstanceType<typeof responses.CFindResponse>
type Echo = InstanceType<typeof dimse.requests.CEchoRequest>
type EchoResponse = InstanceType<typeof responses.CEchoResponse>
type Create = InstanceType<typeof dimse.requests.NCreateRequest>
type CreateResponse = InstanceType<typeof responses.NCreateResponse>
type Set = InstanceType<typeof dimse.requests.NSetRequest>
type SetResponse = InstanceType<typeof responses.NSetResponse>

let admission = admitScanners([])
/** Local ports of the worker's own tests. */
const probes = new Set<number>()
let asked = 0
const waiting = new Map<number, (answer: Answer) => void>()

function tell(message: FromListener): void {
  process.send?.(message)
}

/** Passes a request on, under a number of its own, and returns its answer. */
function ask(request: (id: number) => FromListener): Promise<Answer> {
  asked += 1
  const id = asked
  const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve))
  tell(request(id))
  return answer
}

async function find({ labId, aeTitle }: Scanner, elements: Record<string, unknown>) {
  const answer = await ask((id) => ({ kind: 'question', id, labId, aeTitle, elements }))
  return answer.kind === 'answer' ? answer : { items: null, isUnreadable: false, isCut: false }
}

type Step = Pick<Extract<FromListener, { kind: 'step' }>, 'action' | 'sopInstanceUid' | 'elements'>

/** Returns the status of the request (PS3.7 annex C). */
async function passStep({ labId, aeTitle }: Scanner, step: Step): Promise<number> {
  const answer = await ask((id) => ({ kind: 'step', id, labId, aeTitle, ...step }))
  return answer.kind === 'stepAnswer' ? answer.status : Status.ProcessingFailure
}

/**
 * One answer of many. Written with the library's own names, not a copy of its dictionary for each answer, which takes ten times as long. The library
 * makes a plain data set of one that has another transfer syntax than was accepted.
 */
class ItemDataset extends Dataset {
  override getDenaturalizedDataset(writeOptions?: Record<string, unknown>): Buffer {
    return super.getDenaturalizedDataset(writeOptions)
  }
}

/** Connections whose scanner was recognized. Others give way at once to new ones. */
const begun = new WeakSet<Socket>()

class WorklistScp extends Scp {
  readonly #peer: Peer
  readonly #socket: Socket
  readonly #isProbe: boolean
  #scanner: Scanner | null = null

  constructor(socket: Socket, peer: Peer, isProbe: boolean) {
    // The library's own limits, which it sets anew at each step of an association.
    const { idleMs } = scannerLimits
    super(socket, { connectTimeout: idleMs, associationTimeout: idleMs, pduTimeout: idleMs })
    this.#socket = socket
    this.#peer = peer
    this.#isProbe = isProbe
  }

  override associationRequested(association: Association): void {
    const calledAeTitle = association.getCalledAeTitle().trim().toUpperCase()
    const callingAeTitle = association.getCallingAeTitle().trim().toUpperCase()
    this.#scanner = null
    if (this.#isProbe) {
      this.#accept(association)
      return
    }
    const admitted = admission.admit({ calledAeTitle, callingAeTitle }, this.#peer)
    if (typeof admitted === 'string') {
      tell({ kind: 'refused', address: this.#peer.address, aeTitle: callingAeTitle, reason: admitted })
      const { CalledAeNotRecognized, CallingAeNotRecognized } = RejectReason
      const reason = admitted === 'unknown called AE title' ? CalledAeNotRecognized : CallingAeNotRecognized
      this.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
      return
    }
    this.#scanner = admitted
    begun.add(this.#socket)
    this.#accept(association)
  }

  #accept(association: Association): void {
    for (const { id } of association.getPresentationContexts()) {
      const context = association.getPresentationContext(id)
      const syntax = scannerSyntaxes.find(({ uid }) => context.hasTransferSyntaxUid(uid))?.uid
      if (!scannerServices.some(({ uid }) => uid === context.getAbstractSyntaxUid()))
        context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
      else if (syntax === undefined) context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported)
      else context.setResult(PresentationContextResult.Accept, syntax)
    }
    this.sendAssociationAccept()
  }

  override cEchoRequest(request: Echo, callback: (response: EchoResponse) => void): void {
    const response = responses.CEchoResponse.fromRequest(request)
    response.setStatus(Status.Success)
    callback(response)
  }

  override cFindRequest(request: Find, callback: (found: FindResponse[]) => void): void {
    const answer = (status: number, dataset?: InstanceType<typeof Dataset>) => {
      const response = responses.CFindResponse.fromRequest(request)
      response.setStatus(status)
      if (dataset) response.setDataset(dataset)
      return response
    }
    const scanner = this.#scanner
    const dataset = request.getDataset()
    if (scanner === null || !dataset) {
      this.#socket.destroy()
      return
    }
    if (request.getAffectedSopClassUid() !== SopClass.ModalityWorklistInformationModelFind) {
      callback([answer(Status.SopClassNotSupported)])
      return
    }
    void find(scanner, dataset.getElements()).then(({ items, isUnreadable, isCut }) => {
      const found = items?.map((item) => answer(Status.Pending, new ItemDataset(item, dataset.getTransferSyntaxUid()))) ?? []
      const failure = isUnreadable ? findStatuses.identifierDoesNotMatch : findStatuses.outOfResources
      // The library writes each answer in several pieces.
      this.#socket.cork()
      const end = isCut ? findStatuses.cut : Status.Success
      callback([...found, answer(items === null ? failure : end)])
      this.#socket.uncork()
    })
  }

  override nCreateRequest(request: Create, callback: (response: CreateResponse) => void): void {
    const uid = request.getAffectedSopInstanceUid()
    this.#takeStep({ action: 'create', sopInstanceUid: uid, request, classUid: request.getAffectedSopClassUid() }, (status) => {
      const response = responses.NCreateResponse.fromRequest(request)
      response.setStatus(status)
      callback(response)
    })
  }

  override nSetRequest(request: Set, callback: (response: SetResponse) => void): void {
    const uid = request.getRequestedSopInstanceUid()
    this.#takeStep({ action: 'set', sopInstanceUid: uid, request, classUid: request.getRequestedSopClassUid() }, (status) => {
      const response = responses.NSetResponse.fromRequest(request)
      response.setStatus(status)
      callback(response)
    })
  }

  #takeStep(
    { action, sopInstanceUid, request, classUid }: Omit<Step, 'elements'> & { request: Create | Set; classUid: string },
    respond: (status: number) => void,
  ): void {
    const scanner = this.#scanner
    const dataset = request.getDataset()
    if (scanner === null) this.#socket.destroy()
    else if (classUid !== SopClass.ModalityPerformedProcedureStep) respond(Status.NoSuchSopClass)
    else if (!dataset || !sopInstanceUid) respond(Status.MissingAttribute)
    else void passStep(scanner, { action, sopInstanceUid, elements: dataset.getElements() }).then(respond)
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
  }
}

function turnAway(socket: Socket, address: string, reason: string): void {
  tell({ kind: 'refused', address, aeTitle: '', reason })
  socket.destroy()
}

const addressOf = (socket: Socket) => plainAddress(socket.remoteAddress ?? '')

/** Limits a connection from its first byte on. */
function limit(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  const life = setTimeout(() => socket.destroy(), scannerLimits.lifeMs)
  socket.on('close', () => clearTimeout(life))
}

function serve(socket: Socket, peer: Peer, isProbe = false): void {
  let received = 0
  socket.on('data', ({ length }: Buffer) => {
    received += length
    if (received > scannerLimits.maxBytes) socket.destroy()
  })
  const scp = new WorklistScp(socket, peer, isProbe)
  scp.on('networkError', () => socket.destroy())
}

function servePlain(socket: Socket): void {
  const address = addressOf(socket)
  limit(socket)
  if (probes.delete(socket.remotePort ?? 0)) serve(socket, { address, certificate: null }, true)
  // Before the first byte: an address that is not allowed costs nothing.
  else if (!admission.isAddressAllowed(address)) turnAway(socket, address, 'unknown address')
  else if (front.admit(socket, { hasBegun: () => begun.has(socket) })) serve(socket, { address, certificate: null })
}

/** Serves a scanner after the handshake, in which it has proved that it has the key of its certificate. */
function serveTls(socket: TLSSocket, { clientAuthority }: WorklistTls): void {
  const peer: Peer = { address: addressOf(socket), certificate: socket.getPeerX509Certificate() ?? null }
  limit(socket)
  const isKnown = admission.isCertificateKnown(peer)
  if (clientAuthority !== null && !socket.authorized && !isKnown) turnAway(socket, peer.address, 'unknown certificate')
  else if (!isKnown && !admission.isAddressAllowed(peer.address)) turnAway(socket, peer.address, 'unknown address')
  else serve(socket, peer)
}

const front = createPortFront({
  limits: scannerLimits.front,
  onRefused: (address, reason) => tell({ kind: 'full', address, reason }),
})

function open(server: Server, { host, port, isTls }: { host: string; port: number; isTls: boolean }): void {
  server.on('error', ({ message }) => tell({ kind: 'failed', reason: message, isTls }))
  server.on('listening', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) tell({ kind: 'listening', port: address.port, isTls })
  })
  server.listen(port, host)
}

/** Opens the port with TLS. Certificates that cannot be read leave the other port open. */
function openTls(host: string, tls: WorklistTls): void {
  const { cert, key, clientAuthority, port } = tls
  try {
    const server = createTlsServer(
      {
        cert,
        key,
        ca: clientAuthority ?? [],
        requestCert: true,
        // A scanner's own certificate need not be of the authority: `serveTls` decides.
        rejectUnauthorized: false,
        handshakeTimeout: scannerLimits.handshakeMs,
        minVersion: 'TLSv1.2',
      },
      (socket) => serveTls(socket, tls),
    )
    server.prependListener('connection', (socket: Socket) => {
      if (!admission.mayShake(addressOf(socket))) turnAway(socket, addressOf(socket), 'unknown address')
      else front.admit(socket)
    })
    server.on('tlsClientError', ({ message }: Error, socket: TLSSocket) => turnAway(socket, addressOf(socket), message))
    open(server, { host, port, isTls: true })
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : '', isTls: true })
  }
}

process.on('message', (sent) => {
  const message = ToListener.parse(sent)
  if (message.kind === 'listen') {
    const { host, port, tls } = message
    open(createServer(servePlain), { host, port, isTls: false })
    if (tls) openTls(host, tls)
  } else if (message.kind === 'probe') {
    probes.add(message.port)
    tell({ kind: 'expecting', port: message.port })
  } else if (message.kind === 'worklists') admission = admitScanners(message.worklists)
  else {
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  }
})
// The worker is gone.
process.on('disconnect', () => process.exit(0))
