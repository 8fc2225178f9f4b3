import { supportedTypes } from '@readroom/hl7/mapping/interpret'
import { MAX_COPIES, MAX_INDICATION, MAX_ORDERS } from '@readroom/hl7/mapping/mapped-order'
import {
  indicationPlaces,
  orderControls,
  orderPlaceNames,
  orderPlaces,
  orderStatuses,
  sexes,
  usualPriorities,
} from '@readroom/hl7/mapping/mapping'
import { MAX_ID, MAX_IDS, MAX_NAME } from '@readroom/hl7/mapping/read-patient'
import { commitCodes, errorConditions, originalCodes } from '@readroom/hl7/message/acknowledgement'
import { charsets } from '@readroom/hl7/message/charset'
import { MAX_SEPARATORS } from '@readroom/hl7/message/message'
import { hl7FrontLimits, portLimits } from '../../orders/hl7/hl7-port.ts'
import { code, megabytes, page, table } from './markdown.ts'
import { fieldsOfPatients } from './read-fields.ts'
import { fieldsOfAcknowledgements, fieldsOfResults } from './written-fields.ts'

const listed = (values: readonly string[]) => values.map(code).join(', ')
const pairs = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).map(([sent, meaning]) => [code(sent), meaning ?? 'none'])
const written = (fields: ReadonlyMap<string, readonly string[]>) =>
  [...fields].map(([name, numbers]) => [name, numbers.map((number) => `${name}-${number}`).join(', ')])

/** Returns the conformance statement of HL7 v2 as a Markdown page. */
export function hl7Statement(): string {
  return page(
    '# HL7 v2 conformance',
    'This page is printed from the tables of the program ([contributing](../contributing.md#conformance-statements)). The reasons are in [HL7 v2 messages](../decisions/orders/hl7.md) and [results](../decisions/reports/results-out.md).',
    '## Transport',
    `MLLP over TCP, or over TLS 1.2 and newer with certificates of both sides. Each connection has a port of its own and a list of addresses. Readroom is the receiver of orders and patient messages, and the sender of results.`,
    table(
      ['limit', 'value'],
      [
        ['sockets of a connection', String(hl7FrontLimits.slots)],
        ['longest message', megabytes(portLimits.maxBytes)],
        ['separators in a message', String(MAX_SEPARATORS)],
        ['time for a message to be complete', `${portLimits.messageMs / 1000} seconds`],
        ['silence between messages', `${portLimits.idleMs / 3_600_000} hours`],
        ['orders in a message', String(MAX_ORDERS)],
        ['patients of the orders in a message', '1'],
        ['characters of an indication', String(MAX_INDICATION)],
        ['copies to doctors', String(MAX_COPIES)],
        ['patient IDs', `${MAX_IDS}, of ${MAX_ID} characters each`],
        ['characters of a name', String(MAX_NAME)],
      ],
    ),
    '## Messages received',
    `${listed(supportedTypes)}. MSH-9 decides. Versions 2.1 and later. The processing ID (MSH-11) is P, and T or D if the connection takes training messages.`,
    `Character sets (MSH-18): ${listed(charsets)}.`,
    '## Fields of orders',
    'The first place with a value counts. A connection can name other places for each field.',
    table(
      ['field', 'places'],
      orderPlaceNames.map((name) => [name, orderPlaces[name].join(', ')]),
    ),
    'The indication is all of these texts:',
    table(
      ['place', 'text before it'],
      indicationPlaces.map(({ place, label }) => [place, label.trim() || 'none']),
    ),
    '## Codes of orders',
    'Order control (ORC-1). A connection can name more codes. With another code, the content counts and the state stays.',
    table(['code', 'meaning'], pairs(orderControls)),
    'Order status (ORC-5), if ORC-1 is SC.',
    table(['code', 'meaning'], pairs(orderStatuses)),
    'Priorities. A connection can name more words. Other words are kept and shown.',
    table(['code', 'priority'], pairs(usualPriorities)),
    'Sexes (PID-8). A connection can name more codes. Other codes are kept and shown. U: unknown.',
    table(['code', 'sex'], pairs(sexes)),
    '## Fields of patient messages',
    `${fieldsOfPatients().join(', ')}. An empty field says nothing. ${code('""')} removes the value.`,
    '## Acknowledgements',
    'Without MSH-15 and MSH-16, a message gets one application acknowledgement after it was stored. With one of them set, the sender chooses.',
    table(
      ['result', 'application', 'accept'],
      [
        ['stored and applied, or stored for an administrator', originalCodes.accepted, commitCodes.accepted],
        ['content is wrong', originalCodes.faulty, commitCodes.faulty],
        ['for another receiver, or not supported', originalCodes.refused, commitCodes.refused],
      ],
    ),
    'A message that could not be stored is not answered, and the connection is closed. The same message again gets the answer of the first time.',
    'Conditions of ERR (HL7 table 0357):',
    table(
      ['code', 'text'],
      Object.values(errorConditions).map(([number, words]) => [code(number), words]),
    ),
    'Fields of an acknowledgement:',
    table(['segment', 'fields'], written(fieldsOfAcknowledgements())),
    '## Messages sent',
    `${code('ORU^R01^ORU_R01')}, version 2.5.1, ${code('UNICODE UTF-8')}, in original mode. One message at a time for each destination. A message without an answer is repeated with the same bytes and the same MSH-10.`,
    table(['segment', 'fields'], written(fieldsOfResults())),
  )
}
