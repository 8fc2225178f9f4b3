import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DicomDestination } from '@readroom/contracts/reports/results'
import { beginChild, type Child } from '../../core/child.ts'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'
import type { ClientIdentity, Hl7Limits } from './hl7-channel.ts'
import { FromSender, type Outcome, type ToSender } from './store-messages.ts'
import { answerOfStatus } from './store-status.ts'

/** The program beside this one, built or not. */
const program = fileURLToPath(new URL(`./store-child${extname(import.meta.url)}`, import.meta.url))
/** Memory of its heap, in MB. A report has some hundred kilobytes. */
const HEAP_MB = 256

function answerOf(outcome: Outcome): Answer {
  switch (outcome.kind) {
    case 'answered':
      return answerOfStatus(outcome.status, outcome.comment)
    case 'notTaken':
      return { answer: 'refused', text: 'No presentation context was accepted.' }
    case 'rejected': {
      const text = `Association rejected, source ${outcome.source}, reason ${outcome.reason}.`
      return { answer: outcome.isTransient ? 'unavailable' : 'unreachable', text }
    }
    case 'unreadable':
      return { answer: 'failed', text: 'The message is no DICOM file. Write it again.' }
    default:
      return { answer: outcome.kind, text: storable(outcome.reason) }
  }
}

/** Opens a channel to an image archive. A process of its own speaks DICOM; it begins with the first message and ends with the channel. */
export function openDicomChannel(
  { host, port, certificates, calledAeTitle, callingAeTitle }: DicomDestination,
  identity: ClientIdentity | null,
  limits: Hl7Limits,
): Channel {
  const tls = certificates === null ? null : { ca: certificates, identity }
  const place = { host, port, calledAeTitle, callingAeTitle, tls, ...limits }
  let child: Child | null = null
  let take: (answer: Answer) => void = () => {}

  /** Begins the process. Resolves when it can send, or has ended. */
  function begin(): Promise<Child> {
    return new Promise((resolve) => {
      const begun = beginChild({ program, heapMegabytes: HEAP_MB, serialization: 'advanced' }, (sent) => {
        const message = FromSender.parse(sent)
        if (message.kind === 'ready') resolve(begun)
        else take(answerOf(message))
      })
      child = begun
      void begun.ended.then(() => {
        resolve(begun)
        take({ answer: 'garbage', text: '' })
      })
    })
  }

  async function send({ kind, content }: Attempt): Promise<Answer> {
    const message: ToSender = { ...place, file: kind === 'test' ? null : content }
    const sender = child ?? (await begin())
    if (!sender.isAlive()) return { answer: 'garbage', text: '' }
    return new Promise((resolve) => {
      const limit = setTimeout(() => take({ answer: 'silent', text: '' }), limits.connectMs + limits.answerMs)
      take = (answer) => {
        clearTimeout(limit)
        resolve(answer)
      }
      sender.tell(message)
    })
  }
  return { send, close: () => void child?.stop() }
}
