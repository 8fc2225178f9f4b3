import type { Buffer } from 'node:buffer'
import { readAcknowledgement } from '@readroom/hl7/message/read-acknowledgement'
import { connectReceiver } from '@readroom/hl7/mllp/receiver'

const LIMIT_MS = 30_000

/** Sends a message to Readroom's port and waits for the acknowledgement. Throws unless the message was accepted. */
export async function sendMessage(place: { host: string; port: number }, message: Buffer): Promise<void> {
  const receiver = await connectReceiver({ ...place, tls: null }, LIMIT_MS)
  try {
    const { kind, code, text } = readAcknowledgement(await receiver.exchange(message, LIMIT_MS))
    if (kind !== 'accepted') throw new Error(`A message was answered with ${code}: ${text}`)
  } finally {
    receiver.close()
  }
}
