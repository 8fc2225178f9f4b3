import type { Buffer } from 'node:buffer'
import { Hl7Message } from '@medplum/core'
import { readEscapes } from './escapes.ts'
import { NotHl7, readHeader } from './header.ts'

/** The answer of a receiver. `accepted`: it has the message. `faulty` and `refused`: it will never take this message. */
export type Acknowledgement = {
  kind: 'accepted' | 'faulty' | 'refused'
  /** MSA-1 as it was sent. */
  code: string
  /** The control ID of the message that it answers. */
  controlId: string
  /** The reasons in the receiver's words; empty if it gives none. */
  text: string
}

const kinds = new Map<string, Acknowledgement['kind']>([
  ['AA', 'accepted'],
  ['CA', 'accepted'],
  ['AE', 'faulty'],
  ['CE', 'faulty'],
  ['AR', 'refused'],
  ['CR', 'refused'],
])

/** Reads an acknowledgement in any character set: its codes are ASCII in all of them. Throws `NotHl7` if the bytes are none. */
export function readAcknowledgement(bytes: Buffer): Acknowledgement {
  const { separators } = readHeader(bytes)
  const message = Hl7Message.parse(new TextDecoder().decode(bytes))
  const read = (text: string | undefined) => readEscapes(text ?? '', separators, 'UNICODE UTF-8').trim()
  const msa = message.getSegment('MSA')
  const code = read(msa?.getField(1)?.toString())
  const kind = kinds.get(code)
  if (msa === undefined || kind === undefined) throw new NotHl7('The answer has no acknowledgement code.')
  const errors = message
    .getAllSegments('ERR')
    .map((error) => read(error.getField(8)?.toString() || error.getField(3)?.toString()))
  const texts = [read(msa.getField(3)?.toString()), ...errors].filter((text) => text !== '')
  return { kind, code, controlId: read(msa.getField(2)?.toString()), text: [...new Set(texts)].join(' ') }
}
