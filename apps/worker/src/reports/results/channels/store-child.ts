import { EncodedDataset } from '@readroom/orthanc/encoded-dataset'
import dimse from 'dcmjs-dimse'
import { type FromSender, type Outcome, ToSender } from './store-messages.ts'

// The process that sends DICOM instances. The library parses what the receiver answers, so an answer that it cannot bear ends this process and not
// the worker.

const { Client, constants, log, requests } = dimse
const { PresentationContextResult, RejectResult } = constants

log.setLevel('silent')

/** A receiver that has answered closes the association; the answer does not wait for it longer. */
const RELEASE_MS = 2_000

type Association = InstanceType<typeof dimse.association.Association>

/** Returns the request; null if the bytes are no DICOM file. */
function requestOf({ file }: ToSender) {
  if (file === null) return new requests.CEchoRequest()
  try {
    return new requests.CStoreRequest(new EncodedDataset(Buffer.from(file)))
  } catch {
    return null
  }
}

const takesAny = (association: Association) =>
  association
    .getPresentationContexts()
    .some(({ id }) => association.getPresentationContext(id).getResult() === PresentationContextResult.Accept)

/** Sends over an association of its own. The library says most of what goes wrong by events, and some of it by silence. */
function send(message: ToSender): Promise<Outcome> {
  const { host, port, calledAeTitle, callingAeTitle, tls, connectMs, answerMs } = message
  const request = requestOf(message)
  if (request === null) return Promise.resolve({ kind: 'unreadable' })
  return new Promise((resolve) => {
    const client = new Client()
    const begun = performance.now()
    let isOpen = false
    let answer: Outcome | null = null
    const lost = (reason: string) => resolve(answer ?? { kind: isOpen ? 'closed' : 'unreachable', reason })
    const connecting = setTimeout(() => lost('ETIMEDOUT'), connectMs)
    client.on('connected', () => clearTimeout(connecting))
    client.on('associationAccepted', (association) => {
      isOpen = true
      if (!takesAny(association)) resolve({ kind: 'notTaken' })
    })
    client.on('associationRejected', ({ result, reason, source }) =>
      resolve({ kind: 'rejected', isTransient: result === RejectResult.Transient, reason, source }),
    )
    request.on('response', (response) => {
      const milliseconds = Math.round(performance.now() - begun)
      answer = { kind: 'answered', status: response.getStatus(), comment: response.getErrorComment() ?? '', milliseconds }
      setTimeout(() => lost(''), RELEASE_MS)
    })
    client.on('networkError', ({ message: reason }) => lost(reason))
    client.on('closed', () => lost(''))
    client.addRequest(request)
    const limits = { connectTimeout: answerMs, associationTimeout: answerMs, pduTimeout: answerMs }
    const trust = tls && (tls.ca === null ? { rejectUnauthorized: false } : { ca: tls.ca, rejectUnauthorized: true })
    const named = tls?.servername ? { servername: tls.servername } : {}
    const securityOptions = tls && { ...trust, ...tls.identity, ...named, minVersion: 'TLSv1.2' }
    client.send(host, port, callingAeTitle, calledAeTitle, { ...limits, ...(securityOptions && { securityOptions }) })
  })
}

const tell = (message: FromSender) => process.send?.(message)

process.on('message', (sent) => {
  void send(ToSender.parse(sent)).then(tell)
})
// The worker is gone.
process.on('disconnect', () => process.exit(0))
tell({ kind: 'ready' })
