import type { ErrorCondition, Fault } from '../message/acknowledgement.ts'
import type { Place, Segment } from '../message/message.ts'

/** What a reading of a message found wrong. Texts name fields and quote no values, since logs and answers leave the system. */
export type Findings = { faults: Fault[] }

/** Writes a place as people do: `PID-3`, `ORC-7.6`. */
export const placeName = ({ segment, field, component, subcomponent }: Place): string =>
  [`${segment}-${field}`, component, subcomponent].filter((part) => part !== undefined).join('.')

/** Notes a fault at a field of a segment. `says` follows the field's name. */
export function addFault(findings: Findings, condition: ErrorCondition, place: Place, says: string, segment?: Segment): void {
  findings.faults.push({
    condition,
    place: segment === undefined ? place : { ...place, sequence: segment.sequence },
    text: `${placeName(place)} ${says}.`,
  })
}
