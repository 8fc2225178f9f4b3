import { AppError } from '@readroom/contracts/core/errors'
import type { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import type { Hl7Preview, Hl7Value } from '@readroom/contracts/orders/hl7-endpoints'
import { OrderCommand } from '@readroom/contracts/orders/orders'
import { interpret } from '@readroom/hl7/mapping/interpret'
import { type Header, NotHl7, readHeader } from '@readroom/hl7/message/header'
import { listValues } from '@readroom/hl7/message/list-values'
import { flagsOf, parseMessage } from '@readroom/hl7/message/message'

/** Returns the values of a stored message. */
export const readHl7Values = ({ raw, charset }: { raw: Buffer; charset: string }): Hl7Value[] =>
  listValues(parseMessage(raw, charset))

type Sample = { text: string; charset: string; mapping: Hl7Mapping; sendingFacility: string | null }

function headerOf(bytes: Buffer): Header {
  try {
    return readHeader(bytes)
  } catch (error) {
    if (error instanceof NotHl7) throw new AppError('NOT_HL7')
    throw error
  }
}

/** The text came as characters: the character set that its header names is no longer that of its bytes. */
function asUtf8(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const separator = header[3] ?? '|'
  const fields = header.split(separator)
  if (fields.length <= 17) return text
  return fields.with(17, 'UNICODE UTF-8').join(separator) + text.slice(header.length)
}

/** Returns what a connection would read from a message. Throws NOT_HL7. */
export function previewHl7({ text, charset, mapping, sendingFacility }: Sample): Hl7Preview {
  const bytes = Buffer.from(asUtf8(text.trim()), 'utf8')
  const { content, message, unknown, ...rest } = interpret(bytes, headerOf(bytes), { ...mapping, sendingFacility }, charset)
  const unknownValues = [...unknown]
  const values = message === null ? [] : listValues(message)
  // A text on a page is always UTF-8.
  const flags = [
    ...(message === null ? [] : flagsOf(message).filter((flag) => flag !== 'utf8InDisguise')),
    ...(unknown.length > 0 ? (['unknownValues'] as const) : []),
  ]
  if (content === null) {
    const outcome = 'outcome' in rest ? rest.outcome : null
    return {
      values,
      state: outcome?.kind ?? 'failed',
      faults: outcome?.faults.map((fault) => fault.text) ?? [],
      flags,
      unknownValues,
      orders: [],
    }
  }
  // Only the patients who are there when it arrives decide whether it waits for a person.
  if (content.kind === 'patients') return { values, state: 'applied', faults: [], flags, unknownValues, orders: [] }
  const orders = content.orders.flatMap((order) => OrderCommand.safeParse(order).data ?? [])
  return { values, state: orders.length < content.orders.length ? 'faulty' : 'applied', faults: [], flags, unknownValues, orders }
}
