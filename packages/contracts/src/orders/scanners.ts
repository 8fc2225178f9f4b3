import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Certificates, Host, Port } from '../core/places.ts'
import { AeTitle, Id, Instant } from '../core/primitives.ts'

/** The fields of a scanner that an administrator writes. Its AE title is on the Labs page. */
export const ScannerFields = z.strictObject({
  /** The place at which the scanner answers C-ECHO. Null: it cannot be tested. */
  place: z.strictObject({ host: Host, port: Port }).nullable(),
  /** A test asks by TLS, and only a scanner that shows `certificate`. */
  usesTls: z.boolean(),
  /** The certificate that the scanner shows by TLS. With one, it is recognised by it and not by its address. */
  certificate: Certificates.nullable(),
})
export type ScannerFields = z.infer<typeof ScannerFields>

/**
 * The answer to a C-ECHO. `otherTitle`: the scanner has another AE title. `unknownTitle`: it does not know ours. `refused`: it refused for another
 * reason. `unreachable` and `closed`: the connection failed before and after the scanner accepted it. `garbage`: it answered no DICOM.
 * `forbidden`: the address is private, and the worklist does not allow it. `noTls`: it agreed on no TLS. `otherCertificate`: it showed a certificate
 * that is not registered, and was not asked. `invalidCertificate`: the registered one is not valid today.
 */
export const echoAnswers = [
  'answered',
  'otherTitle',
  'unknownTitle',
  'refused',
  'unreachable',
  'closed',
  'silent',
  'garbage',
  'forbidden',
  'noTls',
  'otherCertificate',
  'invalidCertificate',
] as const

export const EchoResult = z.object({
  answer: z.enum(echoAnswers),
  /** The time from the start of the connection to the answer. Null: there was none. */
  milliseconds: z.int().nonnegative().nullable(),
  /** The AE title that we called with. */
  callingAeTitle: z.string(),
})
export type EchoResult = z.infer<typeof EchoResult>

/** A test that has no answer after this time never gets one. The worker's own limits are shorter. */
export const echoPatienceSeconds = 60

/** A scanner of a laboratory: one of the laboratory's AE titles. */
export const Scanner = z.object({
  aeTitle: z.string(),
  ...ScannerFields.shape,
  /** When it last read its worklist or reported a step. */
  lastAskedAt: Instant.nullable(),
  /** When the newest study with its images arrived, among the laboratory's newest studies. */
  lastStudyAt: Instant.nullable(),
  /** The last test. `result` null: it runs, or the worker did not run it. */
  test: z.object({ askedAt: Instant, isRunning: z.boolean(), result: EchoResult.nullable() }).nullable(),
  version: z.int().positive(),
})
export type Scanner = z.infer<typeof Scanner>

const onLab = { access: 'system.manage', scope: 'none', params: z.object({ labId: Id }) } as const
const root = '/api/admin/modality-worklists/:labId/scanners'

export const scannerEndpoints = defineEndpoints({
  list: {
    ...onLab,
    method: 'GET',
    path: root,
    summary: "A laboratory's scanners by AE title, with their last contact and their last test",
    response: ok({ scanners: z.array(Scanner) }),
    errors: ['LAB_NOT_FOUND'],
  },
  save: {
    ...onLab,
    method: 'PUT',
    path: root,
    summary: "Change a scanner's place, TLS and certificate. Applies within five seconds",
    body: ScannerFields.extend({ aeTitle: AeTitle, version: z.int().positive() }),
    response: ok({ message: z.string() }),
    errors: [
      'SCANNER_NOT_FOUND',
      'SCANNER_ADDRESS_FORBIDDEN',
      'SCANNER_CERTIFICATE_UNREADABLE',
      'SCANNER_CERTIFICATE_MISSING',
      'CONFLICT',
    ],
  },
  test: {
    ...onLab,
    method: 'POST',
    path: `${root}/test`,
    summary: 'Have the worker ask a scanner by C-ECHO. The list has the answer',
    body: z.strictObject({ aeTitle: AeTitle }),
    response: ok({ message: z.string() }),
    errors: ['SCANNER_NOT_FOUND', 'SCANNER_PLACE_MISSING', 'SCANNER_TEST_RUNNING'],
  },
})
