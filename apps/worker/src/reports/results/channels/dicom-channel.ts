import { isIP } from 'node:net'
import type { DicomDestination } from '@readroom/contracts/reports/results'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'
import { openDicomSender, type SenderOutcome } from './dicom-sender.ts'
import { answerOfLookup, type ClientIdentity, findReceiver, type SocketOptions } from './hl7-channel.ts'
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
  { places, ...limits }: SocketOptions,
): Channel {
  const tls = certificates === null ? null : { ca: certificates, identity, servername: isIP(host) === 0 ? host : null }
  const sender = openDicomSender({ port, calledAeTitle, callingAeTitle, tls, ...limits })

  async function send({ kind, content }: Attempt): Promise<Answer> {
    try {
      const address = await findReceiver({ host, port }, { places, ...limits })
      return answerOf(await sender.send(address, kind === 'test' ? null : content))
    } catch (error) {
      return answerOfLookup(error)
    }
  }
  return { send, close: sender.close }
}
