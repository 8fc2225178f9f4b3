import type { Hl7Destination } from '@readroom/contracts/reports/results'
import { NotHl7 } from '@readroom/hl7/message/header'
import { readAcknowledgement } from '@readroom/hl7/message/read-acknowledgement'
import { connectReceiver, type Receiver, Unanswered } from '@readroom/hl7/mllp/receiver'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'

/** Our certificate and its key, in PEM, for receivers that ask for one. */
export type ClientIdentity = { cert: string; key: string }
/** The time limits of a connection, in milliseconds. */
export type Hl7Limits = { connectMs: number; answerMs: number }

function readAnswer(bytes: Buffer, controlId: string): Answer {
  const { kind, code, controlId: answered, text } = readAcknowledgement(bytes)
  if (answered !== controlId) return { answer: 'mismatch', text: storable(`${code} ${answered}`) }
  return { answer: kind, text: storable(text) }
}

function answerOfFailure(error: unknown): Answer {
  if (error instanceof Unanswered) return { answer: error.silence, text: error.detail ?? '' }
  if (error instanceof NotHl7) return { answer: 'garbage', text: error.message }
  // Certificates that cannot be read.
  return { answer: 'misconfigured', text: error instanceof Error ? storable(error.message) : '' }
}

/** Opens a channel to a receiver of HL7 messages. It connects with the first message. */
export function openHl7Channel(settings: Hl7Destination, identity: ClientIdentity | null, limits: Hl7Limits): Channel {
  const { host, port, certificates } = settings
  const tls = certificates === null ? null : { ca: certificates, ...identity }
  let receiver: Receiver | null = null

  async function send({ controlId, content }: Attempt): Promise<Answer> {
    try {
      receiver ??= await connectReceiver({ host, port, tls }, limits.connectMs)
      return readAnswer(await receiver.exchange(content, limits.answerMs), controlId)
    } catch (error) {
      return answerOfFailure(error)
    }
  }
  return { send, close: () => receiver?.close() }
}
