import { StrictUid } from '@readroom/contracts/core/primitives'
import type { OrderRow } from '@readroom/db/orders/orders'

const root = '2.25.'

/**
 * Returns the Study Instance UID that scanners are told for an order. An order that names none, or what is no UID, has one that is made of its id (PS3.5
 * annex B.2), so images with it find the order.
 */
export const studyUidOf = ({ id, studyInstanceUid }: Pick<OrderRow, 'id' | 'studyInstanceUid'>): string =>
  StrictUid.safeParse(studyInstanceUid).data ?? `${root}${BigInt(`0x${id.replaceAll('-', '')}`)}`

/** Returns the id of the order whose UID this would be, whether or not there is such an order. Null: it cannot be one. */
export function orderIdOf(studyInstanceUid: string): string | null {
  const digits = studyInstanceUid.startsWith(root) ? studyInstanceUid.slice(root.length) : ''
  if (!/^[1-9]\d{0,38}$/.test(digits)) return null
  const hex = BigInt(digits).toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
