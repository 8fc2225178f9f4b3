/** The segments of a message as texts, without the ends between them. */
export type Lines = {
  segments: string[]
  /** Lines that are no segment. Each also stands at the end of the segment before it: its sender broke a text there. */
  strays: string[]
  /** A line within a text looks like a segment. It stays text: whoever types into a form must not add segments. */
  hasSegmentInText: boolean
}

/** The segments of HL7 2.1 to 2.9 (its appendix A). A line that ends in three other capitals is text, as in `MRI|`. */
const standardNames = `
  ABS ACC ADD ADJ AFF AIG AIL AIP AIS AL1 APR ARQ ARV AUT BHS BLC BLG BPO BPX BTS BTX BUI CDM CDO CER CM0 CM1 CM2 CNS CON CSP CSR
  CSS CTD CTI CTR DB1 DEV DG1 DMI DON DPS DRG DSC DSP DST ECD ECR EDU EQP EQU ERR EVN FAC FHS FT1 FTS GOL GP1 GP2 GT1 IAM IAR IIM
  ILT IN1 IN2 IN3 INV IPC IPR ISD ITM IVC IVT LAN LCC LCH LDP LOC LRL MCP MFA MFE MFI MRG MSA MSH NCK NDS NK1 NPU NSC NST NTE OBR
  OBX ODS ODT OH1 OH2 OH3 OH4 OM1 OM2 OM3 OM4 OM5 OM6 OM7 OMC ORC ORG OVR PAC PCE PCR PD1 PDA PDC PEO PES PID PKG PM1 PMT PR1 PRA
  PRB PRC PRD PRT PSG PSH PSL PSS PTH PV1 PV2 PYE QAK QID QPD QRD QRF QRI RCP RDF RDT REL RF1 RFI RGS RMI ROL RQ1 RQD RXA RXC RXD
  RXE RXG RXO RXR RXV SAC SCD SCH SCP SDD SFT SGH SGT SHP SID SLT SPM STF STZ TCC TCD TQ1 TQ2 TXA UAC UB1 UB2 URD URS VAR VND VTQ`

/** The names of segments. Those of senders begin with Z. */
const name = `(?:Z[A-Z0-9]{2}|${standardNames.trim().split(/\s+/).join('|')})`
const escaped = (character: string) => character.replace(/[\^\\[\]$.*+?(){}|/-]/g, '\\$&')

/** Returns the end of segments: that of the first one, which another one follows. Others are line breaks in texts (HL7 section 2.4). */
function endOf(message: string, field: string): RegExp {
  const first = new RegExp(`(\\r\\n?|\\n)${name}${escaped(field)}`).exec(message)?.[1]
  const hasReturns = first === undefined ? message.includes('\r') : first.startsWith('\r')
  return hasReturns ? /\r\n?/ : /\n/
}

/** Returns the first segment of a message, with the line breaks in its texts. */
export const firstSegment = (message: string, field: string): string => message.split(endOf(message, field), 1).join('')

/** Splits a message into its segments. `field` is the separator of fields (MSH-1). Nothing but empty lines is left out. */
export function splitSegments(message: string, field: string): Lines {
  const begins = new RegExp(`^${name}${escaped(field)}`)
  const within = new RegExp(`[\\r\\n]${name}${escaped(field)}`)
  const segments: string[] = []
  const strays: string[] = []
  let hasSegmentInText = false
  for (const line of message.split(endOf(message, field))) {
    if (line.trim() === '') continue
    const last = segments.at(-1)
    hasSegmentInText ||= within.test(line)
    if (last === undefined || begins.test(line)) segments.push(line)
    else {
      strays.push(line)
      segments[segments.length - 1] = `${last}\n${line}`
    }
  }
  return { segments, strays, hasSegmentInText }
}
