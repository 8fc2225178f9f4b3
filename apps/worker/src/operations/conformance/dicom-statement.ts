import { maxWorklistItems } from '@readroom/contracts/orders/modality-worklists'
import { defaultOrderEndDays } from '@readroom/contracts/orders/orders'
import { dicomDocuments, documentClasses } from '@readroom/contracts/reports/results'
import type { WorklistQuestion } from '@readroom/db/orders/worklist-items'
import type { StepChange } from '@readroom/domain/orders/performed-steps'
import dimse from 'dcmjs-dimse'
import { maxScheduled, statusOfChange, stepStates } from '../../orders/modality-worklists/performed-step.ts'
import { answerOf } from '../../orders/modality-worklists/worklist-answer.ts'
import { itemOf } from '../../orders/modality-worklists/worklist-question.ts'
import { findStatuses, scannerLimits, scannerServices, scannerSyntaxes } from '../../orders/scanners/scanner-services.ts'
import { answerOfStatus } from '../../reports/results/channels/store-status.ts'
import { code, megabytes, page, table } from './markdown.ts'
import { sampleItem } from './sample-item.ts'

const { SopClass, Status, TransferSyntax } = dimse.constants

/** The matching keys of the worklist. `step`: they stand in Scheduled Procedure Step Sequence. */
const matchingKeys: Record<keyof WorklistQuestion, [key: string, matching: string]> = {
  aeTitle: ['ScheduledProcedureStepSequence > ScheduledStationAETitle', 'single value, without regard to case'],
  dates: ['ScheduledProcedureStepSequence > ScheduledProcedureStepStartDate', 'single value, range'],
  times: ['ScheduledProcedureStepSequence > ScheduledProcedureStepStartTime', 'single value, range'],
  modalities: ['ScheduledProcedureStepSequence > Modality', 'single value, list'],
  patientName: ['PatientName', 'single value, wildcard, without regard to case'],
  patientId: ['PatientID', 'single value, wildcard'],
  accessionNumber: ['AccessionNumber', 'single value, wildcard'],
  study: ['StudyInstanceUID', 'single value'],
}

const changes: Record<StepChange, string> = {
  done: 'N-SET of a step that is in progress',
  unknown: 'N-SET of a step that is not known',
  ended: 'N-SET of a step that has ended',
}

const hex = (status: number) => code(status.toString(16).toUpperCase().padStart(4, '0'))

function attributesOfItems(): string[] {
  const { ScheduledProcedureStepSequence, ...others } = answerOf(sampleItem, {}, 'SCANNER')
  const ofStep = Object.keys(itemOf(ScheduledProcedureStepSequence))
  return [...Object.keys(others), ...ofStep.map((keyword) => `ScheduledProcedureStepSequence > ${keyword}`)]
}

const documentNames: Record<(typeof dicomDocuments)[number], string> = {
  pdf: 'Encapsulated PDF Storage',
  sr: 'Basic Text SR Storage',
}

const storeStatuses = [0x0000, 0x0001, 0x0107, 0x0111, 0x0116, 0x0122, 0xa700, 0xa900, 0xb000, 0xc000]

/** Returns the conformance statement of DICOM as a Markdown page. */
export function dicomStatement(): string {
  return page(
    '# DICOM conformance',
    'This page is printed from the tables of the program ([contributing](../contributing.md#conformance-statements)). The reasons are in [modality worklist](../decisions/orders/modality-worklist.md), [performed steps](../decisions/orders/performed-steps.md) and [reports in archives](../decisions/reports/results-dicom.md).',
    '## Application entities',
    table(
      ['application entity', 'role', 'AE title', 'port'],
      [
        ['image archive', 'SCP', '`READROOM`; any called title is taken', '4242, or `DICOM_PORT`'],
        [
          'modality worklist and performed steps',
          'SCP',
          'one of each laboratory, on the page Connections',
          '4243, or `WORKLIST_PORT`; with TLS 2762, or `WORKLIST_TLS_PORT`',
        ],
        ['test of a scanner', 'SCU', 'that of the worklist, or `READROOM`', 'that of the scanner'],
        ['results', 'SCU', 'one of each destination, on the page Deliveries', 'that of the receiver'],
      ],
    ),
    '## Image archive',
    'Scanners send images by C-STORE (SCP) to Orthanc. It takes every storage class, C-ECHO, and every transfer syntax that it knows but the deflated ones. A presentation context that offers Deflated Explicit VR Little Endian only is rejected: transfer syntaxes not supported. A context that offers Implicit or Explicit VR Little Endian as well is accepted with that one, so the image arrives uncompressed. It answers no C-FIND, C-MOVE or C-GET of others. The calling AE title says which laboratory a study belongs to. See [study intake](../decisions/studies/study-intake.md).',
    '## Modality worklist and performed steps',
    table(
      ['SOP class', 'UID', 'operations', 'role'],
      scannerServices.map(({ name, uid, operations }) => [name, code(uid), operations, 'SCP']),
    ),
    table(
      ['transfer syntax', 'UID'],
      scannerSyntaxes.map(({ name, uid }) => [name, code(uid)]),
    ),
    'An association is accepted if the called AE title is that of a worklist, the calling AE title is one of the laboratory of this worklist, and the address is allowed. Otherwise it is rejected: called AE title not recognized, or calling AE title not recognized. Without TLS, an address that no worklist allows is closed before the first byte. A scanner with a registered certificate is accepted if it shows the certificate by TLS (1.2 or newer), whatever its address, and not otherwise.',
    'A test of a scanner is a C-ECHO (SCU), by TLS (1.2 or newer) if an administrator says so and the scanner shows its registered certificate.',
    table(
      ['limit', 'value'],
      [
        ['connections at once', String(scannerLimits.front.slots)],
        ['bytes of a connection', megabytes(scannerLimits.maxBytes)],
        ['silence', `${scannerLimits.idleMs / 1000} seconds`],
        ['handshake of TLS', `${scannerLimits.handshakeMs / 1000} seconds`],
        ['life of a connection', `${scannerLimits.lifeMs / 60_000} minutes`],
        ['items of an answer', String(maxWorklistItems)],
        ['days after its time that an order stays on the list', `${defaultOrderEndDays}, or the setting Open orders`],
        ['scheduled steps that are read of one performed step', String(maxScheduled)],
      ],
    ),
    '### Matching keys of C-FIND',
    'Other keys match everything.',
    table(['key', 'matching'], Object.values(matchingKeys)),
    '### Attributes of an item',
    'An item has the attributes that were asked for. An attribute without value is empty.',
    attributesOfItems()
      .map((attribute) => `- ${attribute}`)
      .join('\n'),
    '### Statuses of C-FIND',
    table(
      ['status', 'meaning'],
      [
        [hex(Status.Pending), 'an item follows'],
        [hex(Status.Success), 'no more items'],
        [hex(findStatuses.cut), 'no more items, although more orders match: ask for one day'],
        [hex(findStatuses.outOfResources), 'the database did not answer'],
        [hex(findStatuses.identifierDoesNotMatch), 'a date or time cannot be read'],
      ],
    ),
    '### Performed steps',
    `Attributes that are read: PatientID, PerformedProcedureStepStatus, and of each item of ScheduledStepAttributesSequence StudyInstanceUID and AccessionNumber. Values of PerformedProcedureStepStatus: ${[...stepStates.keys()].map(code).join(', ')}.`,
    table(
      ['status', 'answer to'],
      [
        [hex(Status.Success), 'N-CREATE of a new step'],
        [hex(Status.DuplicateSOPInstance), 'N-CREATE of a step that is known'],
        [hex(Status.MissingAttributeValue), 'N-CREATE without PerformedProcedureStepStatus'],
        [hex(Status.InvalidAttributeValue), 'an unknown status of the step, or a UID that is none'],
        [hex(statusOfChange.done), changes.done],
        [hex(statusOfChange.unknown), changes.unknown],
        [hex(statusOfChange.ended), changes.ended],
      ],
    ),
    '## Results',
    table(
      ['SOP class', 'UID', 'operations', 'role'],
      [
        ['Verification', code(SopClass.Verification), 'C-ECHO', 'SCU'],
        ...dicomDocuments.map((form) => [documentNames[form], code(documentClasses[form]), 'C-STORE', 'SCU']),
      ],
    ),
    `The transfer syntax is Explicit VR Little Endian (${code(TransferSyntax.ExplicitVRLittleEndian)}). Each instance has an association of its own, with TLS if the destination has certificates.`,
    table(
      ['status of the receiver', 'effect'],
      storeStatuses.map((status) => [hex(status), answerOfStatus(status).answer]),
    ),
    'Accepted: sent. Unavailable: tried again later. Refused: an administrator decides.',
  )
}
