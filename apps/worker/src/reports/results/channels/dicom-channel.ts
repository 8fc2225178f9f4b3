import type { DicomDestination } from '@readroom/contracts/reports/results'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'
import { openDicomSender, type SenderOutcome } from './dicom-sender.ts'
import type { ClientIdentity, Hl7Limits } from './hl7-channel.ts'
import { answerOfStatus } from './store-status.ts'

function answerOf(outcome: SenderOutcome): Answer {
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
    case 'silent':
    case 'garbage':
      return { answer: outcome.kind, text: '' }
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
  const sender = openDicomSender({ host, port, calledAeTitle, callingAeTitle, tls, ...limits })
  const send = async ({ kind, content }: Attempt) => answerOf(await sender.send(kind === 'test' ? null : content))
  return { send, close: sender.close }
}
