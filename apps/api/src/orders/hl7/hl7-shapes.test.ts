import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { expect, test } from 'vitest'
import { previewHl7 } from './hl7-preview.ts'

const lines = (...segments: string[]) => `${segments.join('\r')}\r`
const head = (type: string, { version = '2.5.1', processing = 'P', rest = '' } = {}) =>
  `MSH|^~\\&|SENDER|HOSPITAL|READROOM|LAB|20261128080000||${type}|S-1|${processing}|${version}${rest}`

const general = lines(
  head('OMG^O19^OMG_O19'),
  'PID|1||7005^^^HOSPITAL^MR||Quill^Ada^B^^Dr^^L~Alias^Ada^^^^^A||19880704|F|||12 Mill Lane^^Town^^99999^US||(555)0100|||S||V-9^^^HOSPITAL',
  'PD1|||PRACTICE^^7|77^KEEN^OWEN^^^Dr',
  'PV1|1|O|CLINIC^4^B^HOSPITAL|R|||77^KEEN^OWEN^^^Dr',
  'ORC|NW|900^ORDERS|901^FILLER|||||^^^20261201083000^^S|20261128075500|||77^KEEN^OWEN^^^Dr',
  'OBR|1|900^ORDERS|901^FILLER|MRK^MR knee^LOCAL|||||||||Twisted on stairs|||||ACC-900||||||MR|||||||S83^Sprain of the knee^I10',
  'NTE|1|L|First line',
  'DG1|1|I10|S83.5^Sprain of the ligament^I10',
)

/** Messages in the shapes of the public samples of archives and converters, with invented people. */
const shapes: [name: string, text: string, mapping: object, expected: object][] = [
  [
    'an archive’s order with Study UID and two codes',
    lines(
      head('ORM^O01', { version: '2.3.1', rest: '|||||| 8859/1' }),
      'PID|||55501^^^ISSUER||LANE^ROWAN^^||19800229|M||||||||||||55501||',
      'PV1||E||||||12^WEST^JO^^^DR|||||||||||V55^^^ISSUER',
      'ORC|NW|P1^PLACER|F1^FILLER||SC||1^once^^20261129090000^^S||20261128081500|^CLERK||12^WEST^JO^^^DR||(0)|20261128081500||922^LOCAL^CODE',
      'OBR|1|P1^PLACER|F1^FILLER|RP1^Skull^LOCAL^SP1^Skull lateral^LOCAL|||||||||Fall||Radiology^^^^R|12^WEST^JO^^^DR||ACC1|RP-ID1|SPS-1||||CT|||1^once^^^^S|||WALK|Headache^^^||||||20261129090000',
      'ZDS|1.2.826.0.1.3680043.9.7433.9.1^100^Application^DICOM',
    ),
    {},
    {
      state: 'applied',
      orders: [
        {
          accessionNumber: 'ACC1',
          studyInstanceUid: '1.2.826.0.1.3680043.9.7433.9.1',
          stepId: 'SPS-1',
          procedure: { id: 'RP-ID1', code: 'RP1' },
          protocol: { code: 'SP1', description: 'Skull lateral' },
          priority: 'STAT',
        },
      ],
    },
  ],
  [
    'an archive’s merge',
    lines(
      head('ADT^A40^ADT_A39', { rest: '||||||UNICODE UTF-8' }),
      'EVN|A40|20261128',
      'PID|||2^^^I||A^B',
      'PD1',
      'MRG|1^^^I||||||A^C',
    ),
    {},
    { state: 'applied', faults: [] },
  ],
  [
    'a converter’s admission with insurance, kin and allergies',
    lines(
      head('ADT^A01', { version: '2.3', rest: '|' }),
      'EVN|A01|20261128080000||',
      'PID|1||7001^5^M11^HOSPITAL^MR^BRANCH~900-00-1111^^^USSSA^SS||EVERLY^ADAM^A^III||196106151200|M||C|1 Home St^^Town^NC^27401-1020|GL|(555) 0100|||S||7001-9^2^M10|900001111|',
      'NK1|1|EVERLY^BETTY^K|WIFE||||NK^NEXT OF KIN',
      'PV1|1|I|2000^2012^01||||004777^HOLT^AARON^A|||SUR||||ADM|A0',
      'AL1|1||^PENICILLIN||PRODUCES HIVES',
      'GT1|1||EVERLY^ADAM',
      'IN1|1|X|Y',
    ),
    {},
    { state: 'applied', unknownValues: [] },
  ],
  [
    'a converter’s general order',
    general,
    {},
    {
      state: 'applied',
      orders: [
        {
          placer: { number: '900', authority: 'ORDERS' },
          accessionNumber: 'ACC-900',
          patient: { name: 'Quill^Ada^B^Dr', birthDate: '1988-07-04' },
          visit: { location: ['CLINIC', '4', 'B', 'HOSPITAL'], account: { number: 'V-9' } },
          indication:
            'Sprain of the knee\nClinical information: Twisted on stairs\nDiagnosis: Sprain of the ligament\nFirst line',
        },
      ],
    },
  ],
  [
    'the same with LF between segments',
    general.replaceAll('\r', '\n'),
    {},
    { state: 'applied', flags: [], orders: [{ modality: 'MR' }] },
  ],
  ['a message of a training system', general.replace('|P|2.5.1', '|T|2.5.1'), {}, { state: 'refused' }],
  [
    'the same at a connection that takes them',
    general.replace('|P|2.5.1', '|T|2.5.1'),
    { isTraining: true },
    { state: 'applied' },
  ],
  [
    'words, partial dates and a UID that is none',
    lines(
      head('ORM^O01', { version: '2.6', processing: 'P^T', rest: '|||AL|NE|US|ISO-8859-1~UNICODE UTF-8' }),
      'PID|1||7006^^^HOSPITAL^MR||Test^Person^||1995|D||2106-3|||||en|M|CAT',
      'NTE|1|O|Patient note',
      'PV1|1|I|',
      'ORC|RP|1000^OE|9999^RX|||E|^Q6H^D10^^^EILIG|20261128080000',
      'OBR|1|1000^OE|9999^RX|1487^ECHO CARDIOGRAPH^LN|S|20261128|2026|||||||||||||||||EKG|||||||^Chest pain',
      'ZDS|IMAGE-STUDY-1^100^Application^DICOM',
    ),
    {},
    {
      state: 'applied',
      flags: ['unknownValues'],
      unknownValues: expect.arrayContaining([
        { field: 'birthDate', place: 'PID-7', value: '1995' },
        { field: 'sex', place: 'PID-8', value: 'D' },
        { field: 'priority', place: 'ORC-7.6', value: 'EILIG' },
        { field: 'studyInstanceUid', place: 'ZDS-1', value: 'IMAGE-STUDY-1' },
      ]),
      orders: [{ control: 'change', procedure: { code: '1487' }, indication: 'Chest pain' }],
    },
  ],
  ['a result, which is no order', lines(head('ORU^R01'), 'PID|1||1', 'OBR|1'), {}, { state: 'refused', orders: [] }],
]

test.each(shapes)('the preview reads %s', (_name, text, mapping, expected) => {
  const sample = { text, charset: '8859/1', mapping: Hl7Mapping.parse(mapping), sendingFacility: null }
  expect(previewHl7(sample)).toMatchObject(expected)
})
