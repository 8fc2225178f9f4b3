import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import type { Mapping } from '@readroom/hl7/mapping/mapping'
import { readPatientChanges } from '@readroom/hl7/mapping/read-patient'
import { readHeader } from '@readroom/hl7/message/header'
import type { Segment } from '@readroom/hl7/message/message'

/** A mapping without places of its own. */
const mapping: Mapping = { ...Hl7Mapping.parse({}), sendingFacility: null }

/** Returns a segment that notes which of its fields are read. Each occurs once and is empty. */
function noting(name: string, read: Set<number>): Segment {
  const note = (field: number) => read.add(field)
  return {
    name,
    sequence: 1,
    repetitions: (field) => {
      note(field)
      return 1
    },
    value: (field) => {
      note(field)
      return ''
    },
    components: (field) => {
      note(field)
      return []
    },
    raw: (field) => {
      note(field)
      return ''
    },
  }
}

/** Returns the fields of PID and MRG that the program reads in patient messages, by running it. */
export function fieldsOfPatients(): string[] {
  const [pid, mrg] = [new Set<number>(), new Set<number>()]
  const message = {
    header: readHeader(Buffer.from('MSH|^~\\&|')),
    reading: { charset: 'UNICODE UTF-8', isUtf8InDisguise: false, unknownName: null, isNoUtf8: false },
    segments: [noting('PID', pid), noting('MRG', mrg)],
    strays: [],
    hasSegmentInText: false,
  }
  for (const kind of ['update', 'merge'] as const) readPatientChanges(message, kind, mapping, { faults: [], unknown: [] })
  const inOrder = (fields: Set<number>) => [...fields].toSorted((one, other) => one - other)
  return [...inOrder(pid).map((field) => `PID-${field}`), ...inOrder(mrg).map((field) => `MRG-${field}`)]
}
