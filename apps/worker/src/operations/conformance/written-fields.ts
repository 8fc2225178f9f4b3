import { acknowledge } from '@readroom/hl7/message/acknowledgement'
import { readHeader } from '@readroom/hl7/message/header'
import { parseMessage } from '@readroom/hl7/message/message'
import { type Result, writeResult } from '@readroom/hl7/results/write-result'

/** A report that has everything a report can have. */
const result: Result = {
  controlId: 'C1',
  processingId: 'P',
  sentAt: new Date(0),
  sendingFacility: 'A',
  receivingApplication: 'B',
  receivingFacility: 'C',
  patient: {
    ids: [{ id: '1', authority: 'A' }],
    names: [['A', 'B']],
    birthDate: '1970-01-01',
    sex: 'F',
    account: { id: '4', authority: 'A' },
  },
  visit: { patientClass: 'I', location: ['A'], number: { id: '5', authority: 'A' } },
  orders: [
    {
      placer: { id: '1', authority: 'A' },
      filler: { id: '2', authority: 'A' },
      accessionNumber: '1',
      procedureId: '3',
      procedure: { code: 'A', description: 'B', codingSystem: 'C' },
      orderingPhysician: [['1', 'A', 'B']],
    },
  ],
  study: { uid: '1.2', modality: 'CT', date: '1970-01-01', time: '00:00:00' },
  status: 'F',
  signedAt: new Date(0),
  signer: ['A'],
  assistants: [['B']],
  texts: [{ loinc: '1', title: 'A', part: 1, text: 'B', abnormal: 'A' }],
  pdf: Buffer.from('%PDF'),
}

const longest = 40

/** Returns the fields of a message that have a value, by segment. */
function fieldsOf(message: Buffer): Map<string, string[]> {
  const fields = new Map<string, Set<number>>()
  for (const segment of parseMessage(message, 'UNICODE UTF-8').segments) {
    const found = fields.get(segment.name) ?? new Set()
    for (let field = 1; field <= longest; field += 1) if (segment.raw(field) !== '') found.add(field)
    fields.set(segment.name, found)
  }
  const inOrder = (found: Set<number>) => [...found].toSorted((one, other) => one - other).map(String)
  return new Map([...fields].map(([name, found]) => [name, inOrder(found)]))
}

/** Returns the fields that are filled in a report's message, by writing one. */
export const fieldsOfResults = (): Map<string, string[]> => fieldsOf(writeResult(result))

/** Returns the fields that are filled in an acknowledgement of wrong content, by writing one. */
export function fieldsOfAcknowledgements(): Map<string, string[]> {
  const header = readHeader(Buffer.from('MSH|^~\\&|A|B|C|D|1970||ORM^O01|1|P|2.5.1||||||UNICODE UTF-8\r'))
  const place = { segment: 'ORC', field: 1 }
  const outcome = { kind: 'faulty' as const, faults: [{ condition: 'required' as const, place, text: 'A' }] }
  const [answer] = acknowledge(header, outcome, () => ({ controlId: '1', at: new Date(0) }))
  return fieldsOf(answer ?? Buffer.of())
}
