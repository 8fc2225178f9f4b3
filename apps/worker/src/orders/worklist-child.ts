import { createServer, type Socket } from 'node:net'
import dimse from 'dcmjs-dimse'
import { allowOnly, plainAddress } from './hl7-addresses.ts'
import { findStatuses, scannerLimits, scannerServices, scannerSyntaxes } from './scanner-services.ts'
import { type FromListener, type Scanners, ToListener } from './worklist-messages.ts'

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

let scanners: Scanners = []
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
  return answer.kind === 'answer' ? answer : { items: null, isUnreadable: false }
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

const isAddressAllowed = (address: string) => scanners.some(({ allowedAddresses }) => allowOnly(allowedAddresses)(address))

class WorklistScp extends Scp {
  readonly #address: string
  readonly #socket: Socket
  #scanner: Scanner | null = null

  constructor(socket: Socket) {
    super(socket, { associationTimeout: scannerLimits.idleMs, pduTimeout: scannerLimits.idleMs })
    this.#socket = socket
    this.#address = plainAddress(socket.remoteAddress ?? '')
  }

  override associationRequested(association: Association): void {
    const called = association.getCalledAeTitle().trim().toUpperCase()
    const aeTitle = association.getCallingAeTitle().trim().toUpperCase()
    const worklist = scanners.find(({ calledAeTitle }) => calledAeTitle === called)
    this.#scanner = null
    if (!worklist) {
      this.#reject(RejectReason.CalledAeNotRecognized, 'unknown called AE title')
      return
    }
    if (!worklist.scannerAeTitles.includes(aeTitle) || !allowOnly(worklist.allowedAddresses)(this.#address)) {
      this.#reject(RejectReason.CallingAeNotRecognized, 'unknown calling AE title or address')
      return
    }
    this.#scanner = { labId: worklist.labId, aeTitle }
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
    void find(scanner, dataset.getElements()).then(({ items, isUnreadable }) => {
      const found = items?.map((item) => answer(Status.Pending, new ItemDataset(item, dataset.getTransferSyntaxUid()))) ?? []
      const failure = isUnreadable ? findStatuses.identifierDoesNotMatch : findStatuses.outOfResources
      // The library writes each answer in several pieces.
      this.#socket.cork()
      callback([...found, answer(items === null ? failure : Status.Success)])
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

  #reject(reason: number, words: string): void {
    tell({ kind: 'refused', address: this.#address, reason: words })
    this.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
  }
}

function serve(socket: Socket): void {
  const address = plainAddress(socket.remoteAddress ?? '')
  socket.on('error', () => socket.destroy())
  // Before the first byte: an address that is not allowed costs nothing.
  if (!isAddressAllowed(address)) {
    tell({ kind: 'refused', address, reason: 'unknown address' })
    socket.destroy()
    return
  }
  const life = setTimeout(() => socket.destroy(), scannerLimits.lifeMs)
  socket.on('close', () => clearTimeout(life))
  let received = 0
  socket.on('data', ({ length }: Buffer) => {
    received += length
    if (received > scannerLimits.maxBytes) socket.destroy()
  })
  socket.setTimeout(scannerLimits.idleMs, () => socket.destroy())
  const scp = new WorklistScp(socket)
  scp.on('networkError', () => socket.destroy())
}

const server = createServer(serve)
server.maxConnections = scannerLimits.sockets
server.on('error', ({ message }) => tell({ kind: 'failed', reason: message }))
server.on('listening', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) tell({ kind: 'listening', port: address.port })
})

process.on('message', (sent) => {
  const message = ToListener.parse(sent)
  if (message.kind === 'listen') server.listen(message.port, message.host)
  else if (message.kind === 'scanners') scanners = message.scanners
  else {
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  }
})
// The worker is gone.
process.on('disconnect', () => process.exit(0))
