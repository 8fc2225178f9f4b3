import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Hl7Destination } from '@readroom/contracts/reports/results'
import { NotHl7 } from '@readroom/hl7/message/header'
import { readAcknowledgement } from '@readroom/hl7/message/read-acknowledgement'
import { connectReceiver, type Receiver, Unanswered } from '@readroom/hl7/mllp/receiver'
import { ForbiddenAddress, type Place, type Places } from '../../../core/places.ts'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'

/** Our certificate and its key, in PEM, for receivers that ask for one. */
export type ClientIdentity = { cert: string; key: string }
/** The time limits of a connection, in milliseconds. */
export type Hl7Limits = { connectMs: number; answerMs: number }
export type SocketOptions = Hl7Limits & { places: Places }

const isUnknownName = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo'

/** Returns the address of a receiver in one of the hospital's networks, or of the Internet. Rejects like `Places`, and with `Unanswered` after `connectMs`. */
export async function findReceiver(place: Place, { places, connectMs }: SocketOptions): Promise<string> {
  const late = AbortSignal.timeout(connectMs)
  const overdue = once(late, 'abort').then(() => {
    throw new Unanswered('unreachable', 'ETIMEDOUT')
  })
  return Promise.race([places.find(place, { allowsPrivate: true }), overdue])
}

/** Returns the answer for a receiver whose address was not found. */
export function answerOfLookup(error: unknown): Answer {
  if (error instanceof ForbiddenAddress) return { answer: 'forbidden', text: '' }
  return { answer: 'unreachable', text: error instanceof Error && 'code' in error ? storable(String(error.code)) : '' }
}

function readAnswer(bytes: Buffer, controlId: string): Answer {
  const { kind, code, controlId: answered, text } = readAcknowledgement(bytes)
  if (answered !== controlId) return { answer: 'mismatch', text: storable(`${code} ${answered}`) }
  return { answer: kind, text: storable(text) }
}

function answerOfFailure(error: unknown): Answer {
  if (error instanceof ForbiddenAddress || isUnknownName(error)) return answerOfLookup(error)
  if (error instanceof Unanswered) return { answer: error.silence, text: error.detail ?? '' }
  if (error instanceof NotHl7) return { answer: 'garbage', text: error.message }
  // Certificates that cannot be read.
  return { answer: 'misconfigured', text: error instanceof Error ? storable(error.message) : '' }
}

/** Opens a channel to a receiver of HL7 messages. It connects with the first message. */
export function openHl7Channel(settings: Hl7Destination, identity: ClientIdentity | null, options: SocketOptions): Channel {
  const { host, port, certificates } = settings
  const tls = certificates === null ? null : { ca: certificates, ...identity, ...(isIP(host) === 0 && { servername: host }) }
  let receiver: Receiver | null = null

  async function connect(): Promise<Receiver> {
    const address = await findReceiver({ host, port }, options)
    return connectReceiver({ host: address, port, tls }, options.connectMs)
  }

  async function send({ controlId, content }: Attempt): Promise<Answer> {
    try {
      receiver ??= await connect()
      return readAnswer(await receiver.exchange(content, options.answerMs), controlId)
    } catch (error) {
      return answerOfFailure(error)
    }
  }
  return { send, close: () => receiver?.close() }
}
