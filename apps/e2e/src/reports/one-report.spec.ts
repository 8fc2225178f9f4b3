import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fhirClientEndpoints, PublicKeySet } from '@readroom/contracts/fhir/fhir-clients'
import { labEndpoints } from '@readroom/contracts/people/labs'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import { bulkActionEndpoints } from '@readroom/contracts/worklist/bulk-actions'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { archiveAeTitle, openReceivers } from '@readroom/demo/hospital/receivers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import { waitForMail } from '../core/mail.ts'
import { pagesOf } from '../core/pdf.ts'
import { password, type Stage } from '../core/people.ts'
import { seedReading, signByApi, written } from '../core/reading.ts'
import { expect, test } from '../core/test.ts'

const host = '127.0.0.1'

/** Connects the laboratory's information system and its archive. Returns what they have received of a kind, oldest first. */
async function connectReceivers(adminApi: ApiSession, { labId, tag }: Stage) {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-receivers-'))
  const { resultsPort, archivePort, close } = await openReceivers({ dir, results: 0, archive: 0 })
  const form = { sendingFacility: 'CENTRAL', receivingApplication: 'RIS', receivingFacility: 'NORTH', patientAuthority: null }
  const signs = { withPdf: false, addendumStatus: 'C', withdrawnStatus: 'X' } as const
  const ae = { calledAeTitle: archiveAeTitle, callingAeTitle: 'READROOM', document: 'pdf' } as const
  for (const settings of [
    { kind: 'hl7', host, port: resultsPort, certificates: null, ...form, ...signs },
    { kind: 'dicom', host, port: archivePort, certificates: null, ...ae },
  ] as const) {
    const body = { labId, name: `${settings.kind} ${tag}`, settings, state: 'on', alertMinutes: 60, secret: null } as const
    await adminApi.call(resultEndpoints.create, { body })
  }
  const read = async (ending: string) =>
    Promise.all((await readdir(dir)).filter((name) => name.endsWith(ending)).map((name) => readFile(join(dir, name))))
  const stop = async () => {
    close()
    await rm(dir, { recursive: true })
  }
  return { read, stop }
}

/** Lets the laboratory have emails about its reports. Returns its address. */
async function connectMail(adminApi: ApiSession, { labId, tag }: Stage): Promise<string> {
  const params = { labId }
  const { name, identifier, address } = (await adminApi.call(labEndpoints.details, { params })).data
  const contactEmail = `desk-${tag.toLowerCase()}@lab.example`
  await adminApi.call(labEndpoints.update, { params, body: { name, identifier, address, contactEmail, mailOnReport: true } })
  return contactEmail
}

/** Registers a system of the laboratory. Returns a function that reads a resource by FHIR. */
async function connectFhir(adminApi: ApiSession, url: string, { labId, tag }: Stage) {
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true })
  const jwks = PublicKeySet.parse({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key' }] })
  const { _id: clientId } = await adminApi.call(fhirClientEndpoints.create, { body: { labId, name: `FHIR ${tag}`, jwks } })
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: `${url}/fhir/token`,
    jti: randomUUID(),
    exp: Math.floor(Date.now() / 1000) + 240,
  }
  const assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'key', typ: 'JWT' }).sign(privateKey)
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const form = {
    grant_type: 'client_credentials',
    scope: 'system/*.rs',
    client_assertion_type: type,
    client_assertion: assertion,
  }
  const answer = await fetch(`${url}/fhir/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json())
  return async (path: string): Promise<unknown> =>
    (await fetch(`${url}/fhir/${path}`, { headers: { authorization: `Bearer ${access_token}` } })).json()
}

const Resource = z.object({
  status: z.string(),
  meta: z.object({ versionId: z.string() }),
  conclusion: z.string().optional(),
  subject: z.object({ reference: z.string() }),
})
const Person = z.object({ identifier: z.array(z.object({ value: z.string() })) })

/** A report as somebody says it. */
type Said = { patientId: string | undefined; number: number; status: string; impression: string | undefined }

test('page, HL7, DICOM, FHIR, PDF and email say the same about a report when it is final, corrected and withdrawn', async ({
  db,
  stage,
  adminApi,
  system,
}) => {
  const receivers = await connectReceivers(adminApi, stage)
  const desk = await connectMail(adminApi, stage)
  const readFhir = await connectFhir(adminApi, system.url, stage)
  const { _id: studyId } = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const doctor = await openApi(system.url, stage.doctor.email, password)
  const staff = await openApi(system.url, stage.staff.email, password)
  const patientId = `R-${stage.tag}`
  const params = { studyId }

  /** The newest report of the study, as its laboratory lists it. */
  async function listed() {
    const [newest] = (await staff.call(reportEndpoints.list, { params })).reports
    return newest
  }
  /** Waits until both systems have a report, or its withdrawal. */
  async function untilReceived(number: number, isWithdrawal: boolean) {
    const accepted = async () => {
      const { reports } = await adminApi.call(reportEndpoints.list, { params })
      const { sent } = reports.find(({ version }) => version === number) ?? { sent: [] }
      return sent.flatMap((each) => (each.answer === 'accepted' && each.isWithdrawal === isWithdrawal ? each.way : [])).toSorted()
    }
    await expect.poll(accepted, { timeout: 60_000 }).toEqual(['dicom', 'hl7'])
  }
  const ofPage = async (): Promise<Said> => {
    const { versions } = await staff.call(readingEndpoints.versions, { params })
    const text = JSON.stringify(versions[0]?.content)
    return {
      patientId: versions[0]?.snapshot.patient.id ?? undefined,
      number: versions[0]?.number ?? 0,
      status: '',
      impression: text,
    }
  }
  const ofHl7 = async (status: string): Promise<Said> => {
    const messages = (await receivers.read('.hl7')).map((bytes) =>
      bytes
        .toString()
        .split('\r')
        .map((line) => line.split('|')),
    )
    const message = messages.find((lines) => lines.some((line) => line[0] === 'OBR' && line[25] === status)) ?? []
    const [, , , id] = message.find(([name]) => name === 'PID') ?? []
    const texts = message.filter(([name]) => name === 'OBX').map((line) => line[5])
    return { patientId: id?.split('^')[0], number: 0, status, impression: texts.join('\n') }
  }
  const ofFhir = async (): Promise<Said> => {
    const { status, meta, conclusion, subject } = Resource.parse(await readFhir(`DiagnosticReport/${studyId}`))
    const { identifier } = Person.parse(await readFhir(subject.reference))
    return { patientId: identifier[0]?.value, number: Number(meta.versionId), status, impression: conclusion }
  }
  const ofDicom = async (title: string) => {
    const file = (await receivers.read('.dcm')).find((bytes) => bytes.includes(title))
    return { hasPatient: file?.includes(patientId), text: file && (await pagesOf(file.subarray(file.indexOf('%PDF')))).join(' ') }
  }

  for (const { number, kind, reason, impression, hl7, fhir, title, mail } of [
    {
      number: 1,
      kind: 'original',
      reason: '',
      impression: 'Tibial plateau fracture.',
      hl7: 'F',
      fhir: 'final',
      title: 'version 1',
      mail: 'A report is ready in Readroom',
    },
    {
      number: 2,
      kind: 'correction',
      reason: 'The bone was wrong.',
      impression: 'Femoral fracture.',
      hl7: 'C',
      fhir: 'corrected',
      title: 'version 2',
      mail: 'A report was corrected in Readroom',
    },
  ] as const) {
    await signByApi(doctor, studyId, written({ findings: 'A fracture.', impression }), { kind, reason })
    await untilReceived(number, false)
    const text = expect.stringContaining(impression)
    expect(await ofPage()).toMatchObject({ patientId, number, impression: text })
    expect(await ofHl7(hl7)).toMatchObject({ patientId, impression: text })
    expect(await ofFhir()).toMatchObject({ patientId, number, status: fhir, impression: text })
    expect(await ofDicom(title)).toMatchObject({ hasPatient: true, text })
    await waitForMail(system, { to: desk, subject: mail })
    expect(await listed()).toMatchObject({ version: number, isWithdrawn: false, reportStatus: 'finalized' })
  }

  const practice = `practice-${stage.tag.toLowerCase()}@clinic.example`
  await adminApi.call(bulkActionEndpoints.dispatch, { body: { studyIds: [studyId], email: practice } })
  await waitForMail(system, { to: practice, subject: 'A report is ready in Readroom' })
  await adminApi.call(bulkActionEndpoints.unauthorize, { body: { studyIds: [studyId], reason: 'Wrong patient' } })
  await untilReceived(2, true)
  expect(await ofHl7('X')).toMatchObject({ patientId, impression: expect.not.stringContaining('fracture') })
  expect(await ofFhir()).toEqual({ patientId, number: 2, status: 'entered-in-error', impression: undefined })
  expect(await ofDicom('Withdrawn radiology report')).toMatchObject({
    hasPatient: true,
    text: expect.not.stringContaining('fracture'),
  })
  await waitForMail(system, { to: desk, subject: 'A report was withdrawn in Readroom' })
  await waitForMail(system, { to: practice, subject: 'A report that you have was withdrawn' })
  expect(await listed()).toBeUndefined()
  await Promise.all([doctor.signOut(), staff.signOut()])
  await receivers.stop()
})
