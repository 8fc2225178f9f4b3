import { Buffer } from 'node:buffer'

/** Messages in the shapes that imaging systems send, with invented people. */

const join = (...segments: string[]) => `${segments.join('\r')}\r`

/** An order of an older order filler (2.3.1): priority in ORC-7, Study UID in ZDS. */
export const ormOrder = join(
  'MSH|^~\\&|ORDERS|NORTH_RADIOLOGY|READROOM|CENTRAL|20261120081500||ORM^O01|103106|P|2.3.1|||||| ||',
  'PID|||583295^^^NORTH||ARDEN^MIRA^K||19800214|F||WH||||||||20983295',
  'PV1||E||||||5101^HOLM^JONAS^P^^DR|||||||||||V103-1^^^NORTH',
  'ORC|NW|A103Z^WARD|B103Z^RIS||SC||1^once^^202611200900^^S||202611200900|^ROSE^RANDO||7101^BRANDT^ELIAS^P^^DR||(314)555-1212|202611200900||922229-10^LOCAL^CODE',
  'OBR|1|A103Z^WARD|B103Z^RIS|P1^CT of the head^NORTH^X1^Item X1^RIS|||||||||Fell from a ladder||Radiology^^^^R|7101^BRANDT^ELIAS^P^^DR||MOF5026|RP1026|SPS2032||||CT|||1^once^^^^S|7102^LIND^ASTA^^^DR|||R51^Headache since the fall|||||||202611200930||||||||P1^CT of the head^NORTH',
  'ZDS|1.2.826.0.1.3680043.9.7433.1.1026^100^Application^DICOM',
)

/** An imaging order (2.5.1): accession, procedure, UID and step in IPC, priority and time in TQ1. */
export const omiOrder = join(
  'MSH|^~\\&|ORDERS|NORTH_RADIOLOGY|READROOM|CENTRAL|20261120081500+0100||OMI^O23^OMI_O23|1001125|P|2.5.1||||||UNICODE UTF-8',
  'PID|||PID_1^^^NORTH~99887^^^NATIONAL&1.2.3.4&ISO||Bullerå^Søren^Ærø^^Dr.||20141014|M|||Street||||||||||||||||||||||||||',
  'NTE|||Prefers Danish',
  'PV1||E|ED||||1234^WEIR^TOMAS^P^^DR',
  'ORC|NW|A100Z^WARD|B100Z^RIS||SC||||202611200900',
  'TQ1|1|1|once||||20261120093000|20261120100000|A',
  'OBR|1|A100Z^WARD|B100Z^RIS|||||||||Walks|Pacemaker|||7101^BRANDT^ELIAS^P^^DR|||||||||||||||||||||||||||10637-7^MR of the knee^LN',
  'NTE|1||Twisted the knee',
  'NTE|2||Locking\\.br\\Swelling \\T\\ pain',
  'IPC|ACC-77|RPID-9|1.2.826.0.1.3680043.9.7433.1.77|SPS-1|MR|10637-7^MR of the knee^LN|MR ROOM 2|FLOOR 1|MR_NORTH~MR_SOUTH',
)

const adt = (event: string, id: string, ...rest: string[]) =>
  join(
    `MSH|^~\\&|ADMISSION|NORTH_RADIOLOGY|READROOM|CENTRAL|20261120081500||ADT^${event}|${id}|P|2.5.1||||||8859/1`,
    `EVN|${event}|20261120081500`,
    ...rest,
  )

export const adtUpdate = adt('A08', '100212', 'PID|||PID_1^^^NORTH||Arden^Mira||19800214|F|||Street', 'PV1||E')
export const adtPersonUpdate = adt('A31^ADT_A05', '100213', 'PID|||PID_1^^^NORTH||Arden^Mira||19800214|U')
export const adtMerge = adt(
  'A40^ADT_A39',
  '1002122',
  'PID|||NEW_1^^^NORTH||Arden^Mira||19800214|F',
  'MRG|OLD_1^^^NORTH||||||Ardenn^Mira',
)
export const adtChangeId = adt('A47^ADT_A30', '1002123', 'PID|||NEW_2^^^NORTH||Arden^Mira', 'MRG|OLD_2^^^NORTH||||||Arden^Mira')

/** A report with a document in it: a long field. Readroom receives no results. */
export const oruDocument = join(
  'MSH|^~\\&|REPORTS|NORTH_RADIOLOGY|READROOM|CENTRAL|20261120081500||ORU^R01^ORU_R01|5001|P|2.5.1||||||UNICODE UTF-8',
  'PID|||583295^^^NORTH||ARDEN^MIRA',
  'OBR|1|A103Z^WARD|B103Z^RIS|P1^CT of the head^NORTH',
  `OBX|1|ED|18748-4^Diagnostic Imaging Report^LN||^application^pdf^Base64^${'JVBERi0xLjQK'.repeat(2_000)}||||||F`,
)

export const siuAppointment = join(
  'MSH|^~\\&|PLANNER|NORTH_RADIOLOGY|READROOM|CENTRAL|20261120081500||SIU^S12^SIU_S12|6001|P|2.5.1',
  'SCH|1|2|||||||30|min',
  'PID|||583295^^^NORTH||ARDEN^MIRA',
)

/** Every sample by its name. */
export const samples = {
  ormOrder,
  omiOrder,
  adtUpdate,
  adtPersonUpdate,
  adtMerge,
  adtChangeId,
  oruDocument,
  siuAppointment,
}

export const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
